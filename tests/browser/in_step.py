"""How far two films of a page are from being in step, measured in the browser."""

# a busy machine starts one film a little after the other: so long they take to be in step
RUN_IN_MS = 1500
# what ears and eyes take for the same moment
IN_STEP_S = 0.04
FEWEST_PER_S = 5
# how far apart the films are each 100 ms, by their clocks, and by the frames that were shown last
MEASURE = """async ([seconds, lag_s]) => {
  const [a, b] = document.querySelectorAll("video");
  const shown = new Map();
  for (const film of [a, b]) {
    const note = (now, frame) => {
      shown.set(film, frame.mediaTime - now / 1000);
      film.requestVideoFrameCallback(note);
    };
    film.requestVideoFrameCallback(note);
  }
  const rows = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    await new Promise((done) => setTimeout(done, 100));
    const [t, u] = [a.currentTime, b.currentTime];
    rows.push([t, u - (t - lag_s), shown.get(b) - (shown.get(a) - lag_s), b.playbackRate]);
  }
  return rows;
}"""
