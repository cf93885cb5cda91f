/** Every English text of the app, in one place, so that it can be translated. */
import { day, offsetWords, percent, spanWords } from "./logic/format";
import type {
  ClockStretch,
  LibraryEventView,
  Form,
  Held,
  Moment,
  GalleryMove,
  KnownPlan,
  GalleryPlan,
  Program,
  Sure,
  Applied,
  WaitingView,
  PlanTo,
  WhoDocument,
} from "./data/types";

const plural = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** The first figure of an offset in words alone: +25 min. */
const inShort = (offset: string) => offset.split(" ").slice(0, 2).join(" ");

const FEW = "No One Two Three Four Five Six Seven Eight Nine Ten".split(" ");

/** What answers would settle; nothing where no question is open. */
const wouldSettle = ({ questions, photos }: WaitingView) => {
  if (questions === 0) return "";
  const asked = `${FEW[questions] ?? questions} ${questions === 1 ? "question" : "questions"}`;
  if (photos === 0) return `${asked} ${questions === 1 ? "is" : "are"} open.`;
  return `${asked} would settle ${plural(photos, "photo")}.`;
};

const STAGES: Record<string, string> = {
  render: "Drawing the demo",
  scan: "Looking through the folders",
  histories: "Finding the history of every clock",
  read: "Reading the photos’ times",
  ingest: "Reading the photos’ times",
  embed: "Analysing the photos",
  clocks: "Looking for photographed clocks",
  hear: "Listening to the clips",
  listen: "Comparing the sound of clips",
  link: "Finding photos of the same moment",
  verify: "Comparing the best pairs closely",
  solve: "Working out the clocks",
  guess: "Placing photos without a time",
  plan: "Making the plan",
  apply: "Writing",
  write: "Writing",
  check: "Checking what was written",
  undo: "Taking changes back",
  album: "Making the album",
  pictures: "Making the pictures",
  compare: "Looking for similar photos",
  quality: "Choosing the best shots",
};

export const texts = {
  app: "Coincide",
  skip: "Skip to the content",
  readOnly: "Report, read-only",
  loading: "Loading the event …",
  nav: {
    label: "Views",
    story: "Pictures",
    clock: "Clock",
    timeline: "Timeline",
    album: "Album",
    galleries: "Galleries",
    evidence: "Evidence",
    graph: "Graph",
    write: "Write",
    waiting: ({ questions, photos }: WaitingView) =>
      photos > 0
        ? `${plural(photos, "photo")} ${photos === 1 ? "depends" : "depend"} on answers`
        : `${plural(questions, "question")} ${questions === 1 ? "is" : "are"} open`,
  },
  theme: {
    label: "Colours",
    auto: "Colours: as the system",
    light: "Colours: light",
    dark: "Colours: dark",
  },
  undo: "Undo",
  redo: "Redo",
  undone: "Undone.",
  redone: "Redone.",
  close: "Close",
  cancel: "Cancel",
  retry: "Try again",
  stop: "Stop",
  dismiss: "Dismiss",
  showOnTimeline: "Show on the timeline",
  summary: (n_photos: number, n_galleries: number) =>
    `${plural(n_photos, "photo")}, ${plural(n_galleries, "clock")}`,
  photos: (n: number) => plural(n, "photo"),
  eventTime: {
    true: "Times are true local time.",
    anchor: (anchor: string) => `Times are those of ${anchor}’s clock.`,
  },
  sure: {
    certain: "Certain",
    likely: "Likely",
    unsure: "Unsure",
    assumed: "Assumed right",
    placed: "Placed",
    unplaced: "Unplaced",
    anchor: "Anchor",
  } satisfies Record<Sure, string>,
  sureWords: {
    certain: "The photos allow no other offset for this clock.",
    likely: "Probably right; one more answer would make it certain.",
    unsure: "Another offset is nearly as likely. Check before you rely on it.",
    assumed:
      "A clock that sets itself, such as a phone’s; the photos neither confirm nor contradict it.",
    placed: "This method states no probability.",
    unplaced: "Nothing connects this clock to the others yet.",
    anchor: "The anchor: all other offsets are relative to this clock.",
  } satisfies Record<Sure, string>,
  held: {
    pinned: "Pinned by you",
    locked: "Locked",
    corrected: "Already corrected",
  } satisfies Record<Held, string>,
  errors: {
    title: "That did not work",
    offline: "Coincide does not respond. Start “coincide review” again, then reload this page.",
    token: "This page no longer has access. Open the address that “coincide review” printed last.",
    readOnly: "A report is read-only. Open the event with “coincide review” to change it.",
    status: (status: number) =>
      `Coincide answered with error ${status}. See its terminal for details.`,
    picture: "This picture could not be loaded.",
    lost: "The connection was lost. Trying again …",
  },
  old: {
    label: "The result is out of date",
    why: (changed: string[]) =>
      `This is the latest result, but it is out of date: ${changed.join(", and ")}.`,
    solve: "Solve",
    first: "Solve first",
    firstHint: "A plan needs an up-to-date result.",
  },
  news: {
    label: "News",
    nothingMoved: "Solved again: nothing moved.",
    solving: "Solving again …",
    more: (n: number) => `And ${plural(n, "other")} changed.`,
    slight: (n: number) => `${plural(n, "clock")} moved by less than 5 s.`,
    moved: (moved: GalleryMove) => {
      const sureness =
        moved.probability_to === null ? "" : `, ${percent(moved.probability_to)} sure`;
      if (moved.to_s === null) return `${moved.gallery} is no longer placed.`;
      if (moved.from_s === null)
        return `${moved.gallery} is placed at ${offsetWords(moved.to_s)}${sureness}.`;
      const by = moved.to_s - moved.from_s;
      if (Math.abs(by) < 0.5) return `${moved.gallery} stays${sureness}.`;
      return `${moved.gallery} moved by ${offsetWords(by)}${sureness}.`;
    },
  },
  story: {
    instants: "Two cameras, one instant",
    best: "The event in pictures",
    /** How far two photos are apart, as exactly as that is known. */
    apart: (seconds: number, within: number) => {
      if (within > 30) return "at about the same time";
      const about = within > 5 ? "about " : "";
      return seconds === 0
        ? `in ${about}the same second`
        : `${about}${plural(seconds, "second")} apart`;
    },
    both: (one: string, other: string) => `${one} and ${other}`,
    figures: "How it was found",
    figuresHow:
      "What each camera's clock was off by, how certain that is, and the pictures that support it.",
  },
  timeline: {
    title: "Timeline",
    label: (before: boolean) =>
      `Timeline of all cameras, ${before ? "by their own clocks" : "on one clock"}. ` +
      "Plus and minus zoom, left and right move, Home and End go to the ends, 0 shows all, " +
      "up and down choose a camera, Enter opens its photo in the middle.",
    before: "Before",
    after: "After",
    switch: "Show times before or after the correction",
    beforeHint: "Each camera by its own clock",
    afterHint: "All cameras on one clock",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    all: "Show all",
    look: "Look",
    move: "Move clocks",
    tool: "What dragging does",
    lookHint: "Drag to look around, scroll to zoom, click a photo to open it.",
    moveHint:
      "Drag a camera’s photos sideways to set its clock. It snaps to strong evidence and to whole hours.",
    unplaced: "Not placed: shown by its own clock, or in the middle",
    moveLane: (name: string) => `Move ${name}’s clock`,
    lane: (name: string, sure: string, offset: string, n_jumps: number) =>
      `${name}: ${sure}${offset && `, ${offset}`}` +
      (n_jumps > 0 ? `, changed ${n_jumps === 1 ? "once" : `${n_jumps} times`}` : ""),
    jump: (step: string) => `clock changed ${step}`,
    moving: (name: string) => `Moving ${name}`,
    strength: "Evidence here",
    strengths: ["none", "weak", "some", "strong", "strongest"],
    atPeak: "at a peak",
    atHour: "a whole hour",
    beside: "What would then coincide",
    tie: "Tie two photos: how far apart were they taken?",
    noProfile: "no evidence here",
    pin: "Pin here",
    peak: "Peak",
    previousPeak: "Previous peak of the evidence",
    nextPeak: "Next peak of the evidence",
    nudge: { earlier: "A little earlier", later: "A little later" },
    dragKeys: "Let go to pin · Alt: without snapping · Esc cancels",
    movingKeys: "← → move · Shift: larger steps · P N: peaks · Enter pins · Esc cancels",
    movingStatus: (name: string, offset: string, strength: string) =>
      `${name} at ${offset}, evidence ${strength}`,
    pinned: (name: string, offset: string) => `${name} pinned at ${offset}.`,
    cancelled: "Nothing changed.",
    anchorStays: "The anchor’s clock stays: all other offsets are relative to it.",
    empty: "No photo of this event has a time. Add photos with a capture time.",
    timeless: (n: number) => `${plural(n, "photo")} without a time`,
    count: (n: number) => `${n}`,
    more: (n: number) => `${plural(n, "photo")} from here`,
  },
  album: {
    title: "Album",
    chapters: "Chapters",
    chapter: "Chapter",
    stream: "Everyone’s photos, by chapters and moments",
    person: "Photos by",
    everyone: "Everyone",
    someone: (name: string, n: number) =>
      `${name || "nobody’s folder"} (${n.toLocaleString("en")})`,
    which: "Which photos",
    all: "All",
    chosen: "Chosen",
    withHidden: (n: number) => `Show hidden (${n.toLocaleString("en")})`,
    count: (n_photos: number, n_people: number) =>
      `${plural(n_photos, "photo")} by ${plural(n_people, "person", "people")}`,
    span: (day: string, first: string, last: string) =>
      first === last ? `${day}, ${first}` : `${day}, ${first} – ${last}`,
    days: (first: string, last: string) => `${first} – ${last}`,
    moment: (time: string, n_photos: number, people: readonly string[]) =>
      `${time}, ${plural(n_photos, "photo")} by ${people.join(", ")}`,
    together: (n_people: number) => `${n_people} people`,
    tile: (person: string, time: string, marks: string[]) => [person, time, ...marks].join(", "),
    marks: {
      chosen: "chosen",
      hidden: "hidden",
      cover: "cover of its chapter",
      clip: "video",
    },
    alike: (n: number) => `stands for ${n} alike`,
    group: (n: number, open: boolean) => (open ? "Show one of these alike" : `Show all ${n} alike`),
    choose: "Choose",
    unchoose: "No longer choose",
    hide: "Hide",
    show: "Show again",
    cover: "Make cover",
    uncover: "No longer cover",
    rename: "Rename",
    name: "Name of the chapter",
    save: "Save",
    nameHint: (told: string) => `If empty: ${told}`,
    renamed: (name: string) => `The chapter is called ${name}.`,
    hidden: (n: number) =>
      `${plural(n, "photo")} hidden. Nothing is deleted: undo, or show hidden.`,
    shownAgain: (n: number) => `${plural(n, "photo")} shown again.`,
    apart: "Not in a chapter",
    apartWhy: "Its clock is not known, so it cannot be assigned to a chapter.",
    apartCount: (name: string, n: number) => `${name}: ${plural(n, "photo")}`,
    apartEvidence: "Look at its evidence",
    previous: "Earlier photo of the album",
    next: "Later photo of the album",
    keys: "← → ↑ ↓ go · Enter opens · F choose · H hide · C cover · R rename · G alike · J K chapters",
    viewerKeys: "← → the album · ↑ ↓ other cameras · F choose · H hide · C cover · Esc closes",
    empty: "No chapters yet",
    emptyHint:
      "No photo of this event is placed in time. Answer questions, or set a clock by hand.",
    nothing: "Nothing to show",
    nothingHint: "No photo matches the filters.",
    showAll: "Show all photos",
  },
  make: {
    open: "Make an album …",
    working: "Making the album …",
    title: "Make an album",
    intro:
      "All photos except hidden ones, by chapters, to view, send or print. Your photos stay as they are.",
    form: "Format",
    forms: {
      site: "Album for the browser",
      "one-file": "One file",
      pdf: "Storyboard",
      folders: "Folders of copies",
      json: "Data",
      book: "Book",
      film: "Film of a minute",
    } satisfies Record<Form, string>,
    formHints: {
      site: "A folder that any browser opens, from a disk or any web space.",
      "one-file": "The same as a single page to send: up to 400 photos, in smaller pictures.",
      pdf: "A PDF to print: a picture for each moment, with its time.",
      folders: "A folder for each chapter, photos named by their order.",
      json: "Chapters, moments and photos for programs, as JSON.",
      book: "A PDF of full pages to print: the best 40 photos, unless you say how many.",
      film: "The best photos and clips of everybody in about a minute, with one sound track.",
    } satisfies Record<Form, string>,
    out: "Destination",
    outHints: {
      site: "Full path of a folder beside the photos: new, empty, or an album to bring up to date",
      "one-file": "Full path of the file",
      pdf: "Full path of the file",
      folders: "Full path of a folder beside the photos: new, empty, or copies to bring up to date",
      json: "Full path of the file",
      book: "Full path of the file",
      film: "Full path of the file",
    } satisfies Record<Form, string>,
    name: "Title",
    best: "How many photos",
    bestHint: "Empty: all. Otherwise only this many, chosen to cover the event",
    bestWrong: "A number of photos, or nothing",
    originals: "Originals",
    originalsOf: {
      site: {
        none: "Not included",
        stripped: "For download, with nothing but picture and time",
        "as-is": "For download as they are, with places and serial numbers",
      },
      folders: {
        stripped: "With nothing but picture and time",
        "as-is": "As they are, with places and serial numbers",
      },
      json: { none: "Not included", "as-is": "As paths on this machine" },
    },
    tell: "Also include",
    who: "who took each photo",
    towns: "the towns that chapters are in",
    privacy:
      "Otherwise it contains only pictures and times: no names, places, file names or cameras.",
    make: "Make it",
    last: (path: string) => `Written last: ${path}`,
    goesOn: "You may close this and the page: the work continues.",
    done: (n: number) => `It is written: ${plural(n, "photo or video", "photos and videos")}.`,
    how: {
      site: "Open this file in your browser, or upload the whole folder to any web host.",
      "one-file": "Open it in your browser, or send it.",
      pdf: "Open it with any PDF viewer, and print it.",
      folders: "Open this folder with your file manager.",
      json: "For programs; its fields are described in the reference.",
      book: "Open it with any PDF viewer, and print it.",
      film: "Open it with any player, or send it.",
    } satisfies Record<Form, string>,
    old: (changed: string[]) =>
      `It shows the latest result, which is out of date: ${changed.join(", and ")}.`,
    copy: "Copy the path",
    copied: "Copied.",
    another: "Make another",
    told: (path: string) => `The album is written: ${path}`,
  },
  viewer: {
    label: (name: string) => `Photo ${name}`,
    previous: "Earlier photo of this camera",
    next: "Later photo of this camera",
    neighbours: "At the same time, by the other cameras",
    noNeighbours: "This camera is not placed yet, so there are no photos to compare.",
    noOthers: "No other camera is placed yet. Answer questions, or move its lane in the timeline.",
    keys: "← → this camera · ↑ ↓ other cameras · Esc closes",
    camera: "Camera time",
    event: "Event time",
    later: (after_s: number) =>
      Math.abs(after_s) < 0.5
        ? "same second"
        : `${spanWords(after_s)} ${after_s > 0 ? "later" : "earlier"}`,
    same: "Same scene",
    sameSaid: "Saved: the same scene.",
    tie: "Tie to a photo of …",
    split: "Clock was changed here",
    splitHint: "Treat this camera as another clock from this photo on",
    companions: (n: number) => `moves with ${plural(n, "further file")}`,
    noLarge: "The large picture is not part of this report.",
  },
  together: {
    label: "Two clips side by side",
    title: "Two clips in step",
    how: (how: string) => `${how.charAt(0).toUpperCase()}${how.slice(1)}.`,
    untied: "No common sound was found. Nudge them until they are in step.",
    cannotPlay: "This browser cannot play this clip.",
    soundOnly: "This browser plays only the sound of this clip, not its pictures.",
    nothingShared: "This far apart they do not overlap.",
    scrub: "Where both clips are",
    play: "Play",
    pause: "Pause",
    listen: "Sound to play",
    first: "Left",
    both: "Both",
    second: "Right",
    nudge: "Move the right clip against the left",
    nudgeBy: (by_ms: number) =>
      `The right clip ${Math.abs(by_ms)} ms ${by_ms > 0 ? "later" : "earlier"}`,
    reset: "Reset",
    nudged: (by_ms: number) => `nudged by ${by_ms > 0 ? "+" : "−"}${Math.abs(by_ms)} ms`,
    lag: (first: string, second: string, lag_s: number) =>
      lag_s < 0
        ? `${first} began ${(-lag_s).toFixed(2)} s after ${second}`
        : `${second} began ${lag_s.toFixed(2)} s after ${first}`,
    contradicts: (off_s: number) =>
      `The sound shows this, but in the result they are ${spanWords(off_s)} off.`,
    same: "Same moment",
    so: "This is right",
    different: "Not the same",
    saidSame: "Saved: these two clips recorded the same moment.",
    saidNot: "Saved: these two clips have no sound in common.",
    answers: { heard: "You: the same moment", "not-heard": "You: not the same" },
    shape: (name: string) => `Waveform of ${name}`,
    keys: "Space plays · , . nudge by 10 ms, with Shift by 100 · 1 2 3 left, right, both",
  },
  clock: {
    open: "A clock to photograph",
    send: "On another screen",
    sendHow:
      "A phone that somebody carries is the best clock to photograph. This writes the same page to a single file that you can send; it needs no network:",
    wall: "Without a code",
    wallHow:
      "Did several cameras photograph a clock on a wall, a watch, a departure board? For each camera, enter the time shown in one photo, and that camera’s clock is known as well. Include the seconds.",
    wallCommand: 'coincide hint time EVENT PHOTO --at "2024-05-03 14:03:10"',
  },
  heard: {
    title: "Clips with the same sound",
    pair: (names: string[]) => `Sound of ${names.join(" and ")}`,
    play: (names: string[]) => `Play ${names.join(" and ")} side by side`,
    supports: "Supports",
    contradicts: "Contradicts the result",
    open: "Not placed yet",
    rejected: "Not used",
    listen: "Listen",
    unsure: (reasons: string[]) => `Not sure: ${reasons.join("; ")}.`,
    beside: "Play with",
    denied: "Where sound contradicts the result",
    contradiction: (a: string, b: string, off: string) =>
      `${a} and ${b} recorded the same sound, but in the result these clips are ${off} off.`,
  },
  galleries: {
    title: "Galleries",
    intro: "One line per camera clock: how far it is off, how certain that is, and why.",
    offset: "Offset",
    interval: "90 % interval",
    ownInterval: "as given by the method",
    intervalWords: (low: string, high: string) => `${low} to ${high}`,
    add: "added to the camera’s time",
    unplaced: "No offset",
    anchor: "Anchor: all other offsets are relative to this clock",
    rests: (basis: string) => `Rests on ${basis}`,
    links: (n: number) => plural(n, "matching pair"),
    drift: (ppm: number) => `runs ${Math.abs(ppm).toFixed(0)} ppm ${ppm > 0 ? "slow" : "fast"}`,
    jump: (photo: number, step: string) =>
      `Its clock changed before photo ${photo}: ${step} from there on`,
    noJump: "It was never changed",
    noJumpHint: "This clock was not changed during the event: one offset applies to all its photos",
    contradicted: (words: string) => `${words}.`,
    notPlanned: "Your offset is shown. A plan leaves it alone until you confirm it.",
    confirmed: "You confirmed it: your offset is planned.",
    confirm: "I know better",
    forgetSaid: "Forget my answer",
    overruled: "Your answers that other evidence outweighs",
    overruledPair: (answer: string, a: string, b: string, apart: string) =>
      `${answer}: ${a} and ${b}. By all other evidence they are ${apart} apart.`,
    trusted: "Trusted clock",
    trustedHint: "This clock is known to be right",
    lock: "Lock",
    unlock: "Unlock",
    lockHint: "Keep this offset whatever else changes",
    evidence: "Evidence",
    more: "More",
    less: "Less",
    rename: "Rename",
    renameTitle: (name: string) => `Rename ${name}`,
    newName: "New name",
    merge: "Join clocks",
    mergeTitle: (name: string) => `Join ${name} with another gallery`,
    mergeHint: "Choose the gallery whose photos were taken by the same clock.",
    mergeWith: "Same clock as",
    split: "Split clock",
    splitTitle: (name: string) => `Split ${name} into two clocks`,
    splitHint: "Choose the first photo after the clock was changed.",
    anchorAction: "Make anchor",
    details: "Notes",
    skipped: (n: number) => `${plural(n, "file")} left out`,
    timeless: (n: number) =>
      `${plural(n, "photo")} without a time of ${n === 1 ? "its" : "their"} own`,
    guessed: (when: string, kind: "copy" | "look" | "sound") =>
      kind === "copy"
        ? `copy of a photo taken ${when}`
        : kind === "sound"
          ? `by its sound, at ${when}`
          : `by its content, about ${when}`,
    hints: "Your hints",
    forget: "Forget",
    contradictions: "Contradictions",
    returns: (n: number) => `${plural(n, "pair")} of similar photos from different times`,
    returnsHint: "Between certain clocks this is not a problem: people return to the same places.",
    contradiction: (a: string, b: string, n: number, apart: string) =>
      `${plural(n, "pair")} of ${a} and ${b} look similar but are ${apart} apart.`,
    compare: "Compare",
  },
  evidence: {
    title: "Evidence",
    questions: "Questions",
    pairs: "Pairs",
    part: "Questions or pairs",
    of: "Gallery",
    intro: (name: string) => `The pairs behind ${name}’s offset, strongest first.`,
    supports: "Supports",
    contradicts: "Contradicts",
    apart: (apart_s: number) =>
      Math.abs(apart_s) < 0.5 ? "same second" : `${spanWords(apart_s)} apart`,
    score: (score: number) => `Strength ${score.toFixed(1)}`,
    accept: "Same scene",
    reject: "Reject",
    answers: {
      instant: "You: same instant",
      same: "You: same scene",
      about: "You: about the same time",
      different: "You: different times",
      "other-day": "You: another day",
      before: "You: the first came first",
      after: "You: the second came first",
      unclear: "You: cannot tell",
      rejected: "Rejected",
    } satisfies Record<Moment | "rejected", string>,
    keys: "J K next and previous pair · Y same scene · R reject",
    enlarge: (a: string, b: string) => `Enlarge ${a} and ${b}`,
    none: "No pair supports this gallery yet. Answer a question, or move its lane in the timeline.",
    anchorNone: "The anchor needs no evidence. Choose another gallery.",
    noneReport: "This report contains no pairs for this gallery.",
    count: (n: number, against: number) =>
      against === 0 ? plural(n, "pair") : `${plural(n, "pair")}, ${against} against`,
  },
  questions: {
    waits: {
      whose: "Open question: whose clock is right?",
      photos: "Open question: how far apart were two photos taken?",
      clock: "Open question: when was a photo taken?",
    },
    answer: "Answer",
    ask: "How far apart in time?",
    yes: "Yes",
    no: "No",
    skip: "Skip",
    of: (number: number, n: number) => `Question ${number} of ${n}`,
    sound: "Do these two clips sound like the same moment?",
    soundExplain: "Listen to both in step. Nudge the right clip if it is slightly off.",
    soundListen: "Listen to both",
    mends: (n: number) =>
      n < 1
        ? "a little useful"
        : Math.round(n) === 1
          ? "may correct 1 photo"
          : `may correct about ${Math.round(n)} photos`,
    none: "Nothing to ask",
    noneHint: "No answer could make any clock more certain. Check the timeline, then write.",
    noneOpen: (names: string[], n_photos: number) =>
      `Your answers and the pictures leave ${new Intl.ListFormat("en").format(names)} uncertain: ${plural(n_photos, "photo")} ` +
      "will not be changed. If you know how far off that clock was, set it on the timeline.",
    whose: (one: string, other: string) => `Whose clock is right, ${one}’s or ${other}’s?`,
    whoseExplain: (apart_s: number) =>
      `${
        apart_s < 1
          ? "Their clocks agreed here, except for the zone"
          : `Their clocks were ${spanWords(apart_s)} apart`
      }, and the pictures cannot show which is right. Nothing is written before you answer. ` +
      "Under each photo is the time of its camera; both were taken at about the same time.",
    whoseRight: (name: string) => `${name}’s is right`,
    whoseMoves: (n: number) =>
      n === 0
        ? "then no photo is corrected"
        : n === 1
          ? "then 1 photo is corrected"
          : `then ${n.toLocaleString("en")} photos are corrected`,
    whoseNeither: "Neither, or not sure",
    phone: (name: string) => `Was the clock of ${name} right?`,
    phoneExplain: (name: string, time: string) =>
      `No pair of photos could place ${name}. By its clock, its first photo was taken at ${time}.`,
    phoneYes: "Yes, it was right",
    clock: "When was this taken?",
    clockExplain: (name: string) =>
      `No pair of photos could place ${name}. If you remember when any of its photos was taken, that helps: the first dance was at nine, give or take half an hour.`,
    clockYes: "Its clock was right",
    two: (name: string) => `Are the photos of ${name} from two devices?`,
    twoExplain:
      "They alternate between two times, and two phones of the same model write the same tags. If they are from two, give each phone’s photos a folder of their own and sync again; until then none of them is corrected.",
    twoNo: "No, they are from one",
    setRight: (name: string) => `Was the clock of ${name} corrected before this photo?`,
    setRightExplain:
      "It was wrong until then. From here on no other camera photographed the same moments, so the pictures cannot show it. Until you answer, these photos stay as they are.",
    setRightYes: "Yes: it is right from here on",
    setRightNo: "No, it stayed wrong",
    clockNo: "Set it on the timeline",
    cannotTell: "Cannot tell",
    contradicted: (name: string) => `Is your offset of ${name} right?`,
    contradictedExplain: (offset: string, words: string) => `You said ${offset}. ${words}.`,
    left: wouldSettle,
    skipped: "Everything that can be found without you has been found.",
    absent: "No questions",
    again: "Ask them again",
    report: "Questions can be answered in the live app only.",
    after: "What your last answer changed",
  },
  moments: {
    label: "How far apart in time",
    answers: {
      instant: "Same instant",
      same: "Same scene",
      about: "About the same time",
      different: "Different times",
      "other-day": "Another day",
      unclear: "Cannot tell",
    } satisfies Record<Exclude<Moment, "before" | "after">, string>,
    first: (name: string) => `${name}’s came first`,
    hints: {
      instant: "Within seconds: the same gesture, the same smile",
      same: "Within minutes: the same scene",
      about: "Within a quarter of an hour",
      different: "Further apart than a quarter of an hour",
      "other-day": "Not on the same day",
      before: "However long before",
      after: "However long before",
      unclear: "You are not asked about these two again; other questions come first",
    } satisfies Record<Moment, string>,
  },
  tie: {
    label: (name: string) => `Tie a photo of ${name} to one of another camera`,
    title: (name: string) => `Tie this photo of ${name} to a photo of`,
    other: "The other camera",
    gallery: (gallery: { name: string; offset_s: number | null } | undefined) =>
      gallery?.offset_s === null ? `${gallery.name} (not placed)` : (gallery?.name ?? ""),
    explain:
      "Slide the lower strip until the two photos are above each other, then say how far apart they were taken.",
    noted: (one: string, other: string) => `Saved for a photo of ${one} and one of ${other}.`,
  },
  known: {
    open: "I know more …",
    openOf: (name: string) => `I know when this was, or what ${name}’s clock showed …`,
    title: (name: string) => `What do you know about ${name}’s clock?`,
    intro: "It is combined with the photos, so it need not be exact to the second.",
    what: "What you know",
    time: "When this photo was taken",
    ahead: "The clock was ahead by",
    behind: "The clock was behind by",
    zone: "It showed the time of",
    earlier: "Photo before",
    later: "Photo after",
    shows: (time: string) => `Its camera showed ${time}`,
    at: "Taken at, in local time",
    atExample: "21:15 or 2024-05-03 21:15",
    lengthExample: "1h, 25m or 1h3m12s",
    zoneExample: "+09:00 or America/New_York",
    within: "Give or take",
    withinChoices: [
      { within_s: null, words: "as exactly as I typed it" },
      { within_s: 300, words: "5 minutes" },
      { within_s: 900, words: "a quarter of an hour" },
      { within_s: 1800, words: "half an hour" },
      { within_s: 3600, words: "an hour" },
      { within_s: 10_800, words: "3 hours" },
    ] as const,
    withinAsked: 3,
    say: "Save",
  },
  strips: {
    around: (name: string) => `Photos of ${name} around it`,
    slide: (name: string) => `Photo of ${name} below it`,
    earlier: "Show the previous photo below it",
    later: "Show the next photo below it",
    likely: "Likely moments",
    likelyNumber: (number: number, time: string) => `Likely moment ${number}: ${time}`,
    otherLikely: "Other likely moments …",
    noLikely: (name: string) => `No photo of ${name} is near another likely moment.`,
    hint: (name: string) =>
      `Does another photo of ${name} fit better? Drag the lower strip, or ← →.`,
  },
  graph: {
    title: "Graph",
    intro:
      "Each line stands for all pairs between two cameras: thicker for more pairs, dashed where they disagree with the result.",
    label: "Cameras and the pairs between them",
    unplaced: "Not placed",
    edge: (a: string, b: string, n: number) => `${a} – ${b}: ${plural(n, "pair")}`,
    disagrees: (span: string) => `${span} off`,
    list: "The same as a list",
    between: "Between",
    links: "Pairs",
    disagreement: "Disagreement",
    none: "none",
    empty:
      "No two cameras have a pair of photos in common. Answer questions, or place lanes by hand.",
  },
  write: {
    title: "Write",
    intro: "See every change before it is made. Everything can be taken back.",
    to: "Where corrected times go",
    targets: {
      sidecar: "Sidecar files",
      file: "Into the photos",
      copies: "Copies in a new folder",
      server: "At the photo server",
    } satisfies Record<PlanTo, string>,
    targetHints: {
      sidecar: "A small .xmp file beside each photo. The photos stay as they are.",
      file: "The times inside the photos, with ExifTool. Each original is kept until you say otherwise.",
      copies: "New files named by time. The photos stay as they are.",
    } satisfies Record<Applied, string>,
    toServer: "The right time of each photo is sent to the album’s server.",
    toServerHint:
      "Only its owner’s key may change a photo. Photos of others go into separate plans for them.",
    noExiftool: "ExifTool is not installed, so the photos themselves cannot be changed.",
    program: "Program that reads them",
    anyProgram: "Any",
    programs: {
      lightroom: "Lightroom",
      digikam: "digiKam",
      darktable: "darktable",
      immich: "Immich",
    } satisfies Record<Program, string>,
    into: "New folder",
    intoHint: "Full path of a folder that does not exist yet",
    zone: "Time zone of the event",
    zoneHint: "Only if the photos do not contain it, e.g. Europe/Berlin",
    also: "Also write",
    unsure: "galleries that are placed, but not certain",
    slight: "clocks whose error is so small that they may be right",
    guessed: "times estimated from a photo’s content alone",
    make: "Make the plan",
    making: "Making the plan …",
    plan: "The plan",
    nothing: "There is nothing to write. Every clock is right, or not certain enough.",
    files: (n: number, to: PlanTo) =>
      to === "server"
        ? `${plural(n, "photo")} will be changed at the server`
        : `${plural(n, "file")} will be written`,
    count: (n: number, to: PlanTo) => plural(n, to === "server" ? "photo" : "file"),
    andMore: (n: number) => `and ${n.toLocaleString("en")} more`,
    firstOnly: (shown: number, n: number) =>
      `The first ${shown.toLocaleString("en")} of ${n.toLocaleString("en")} files.`,
    states: {
      moved: "Corrected",
      right: "Right already",
      unsure: "Left: not certain",
      unplaced: "Left: not placed",
    } satisfies Record<GalleryPlan["state"], string>,
    photo: "Photo",
    before: "Before",
    after: "After",
    absent: "none",
    examples: "For example",
    writes: (path: string) => `writes ${path}`,
    left: "Left alone",
    notes: "Notes",
    apply: "Write now",
    applyTitle: (n: number, to: PlanTo) =>
      to === "server"
        ? `Change ${plural(n, "photo")} at the server?`
        : `Write ${plural(n, "file")}?`,
    applyHint: (to: PlanTo) =>
      `Coincide keeps a journal of every ${to === "server" ? "photo" : "file"}. ` +
      "You can take it all back here at any time.",
    applying: "Writing …",
    takeBack: "Take back",
    takeBackTitle: "Take back what was written?",
    takeBackHint: (to: PlanTo) =>
      to === "server"
        ? "Every photo gets its old time back, but the server may show another name for its zone. Photos changed since are left alone and listed."
        : "Every file is restored exactly as it was. Files changed since are left alone and listed.",
    earlier: "Plans",
    show: "Show",
    planStates: {
      planned: "not written",
      applied: "written",
      partly: "partly written",
      undone: "taken back",
      unreadable: "This plan cannot be read. Make a new one.",
    } satisfies Record<KnownPlan["state"], string>,
    waits: "Everything that can be found without you has been found.",
    report: "A report cannot write. Open the event with “coincide review” to correct the photos.",
    applied: "Written. You can take it back at any time.",
    back: "Taken back.",
  },
  end: {
    end: "Quit",
    hint: "Quit Coincide: it keeps running on this computer until you do, even with this page closed",
    title: "Coincide has ended",
    intro: "You may close this page. Your answers and the results are saved.",
  },
  choose: {
    title: "Everyone’s photos, on one clock",
    intro:
      "Which photos belong to the event? Choose the folders of everyone who took some, an album on a photo server, or the demo.",
    album: "Or an album on a photo server",
    demo: "Or just look around",
    demoHint:
      "A made-up wedding: 200 photos of eight cameras, with wrong clocks. Drawing it the first time takes a minute or two.",
    openDemo: "Open the demo",
    next: "What happens next",
    steps: [
      ["You see who is who.", "Folders are people, and each camera’s photos move together."],
      [
        "Coincide finds the clocks.",
        "It compares the pictures, and nothing leaves your computer. Where it is not certain, it asks.",
      ],
      [
        "You look, and decide.",
        "Photos stay as they are until you apply a plan. It shows every change, and you can take it back.",
      ],
    ],
    albumHint: "immich://photos.example.org/Album",
    addAlbum: "Add album",
    roots: "Locations",
    up: "Up",
    path: "Folder",
    media: ({ n_media, is_all }: { n_media: number; is_all: boolean }) => {
      if (n_media === 0)
        return is_all ? "no photos inside" : "many files, no photos among the first";
      const counted = plural(n_media, "photo or video", "photos and videos");
      return is_all ? counted : `${counted} and more`;
    },
    add: "Add",
    addThis: "Add this folder",
    added: "Added",
    chosen: "Chosen folders",
    noneChosen: "None yet. One folder with a folder per person inside is enough.",
    remove: (path: string) => `Remove ${path}`,
    start: "Start",
    empty: "There are no folders here.",
    open: (name: string, media: string) => `Open ${name} ${media}`,
    addNamed: (name: string) => `Add ${name}`,
    addedNamed: (name: string) => `Added ${name}`,
  },
  who: {
    title: (event: string) => (event ? `${event}: who is who?` : "Who is who?"),
    intro:
      "Each folder is a person, and each line is a device whose photos are corrected together. Check this first: everything else depends on it.",
    solve: "Find the clocks",
    questions: "Do you know this?",
    mayBeOne: (gallery: string, other: string) => `Are ${gallery} and ${other} one device, or two?`,
    mayBeTwo: (gallery: string) => `Is ${gallery} one device? It may be two of one model.`,
    because: (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
    one: "One device",
    two: "Two devices",
    nobody: "Not in anybody’s folder",
    here: "the event’s folder itself",
    merge: "Merge",
    mergeTitle: (name: string) => `Merge ${name} with another gallery`,
    mergeWith: "Its photos are from the same device as",
    part: "Split off",
    partTitle: (folder: string) => `The photos in ${folder} are from another device`,
    copies: (n: number) => `and ${plural(n, "copy", "copies")}`,
    beside: (who: WhoDocument) => [
      ...(who.n_takeout ? [`${who.n_takeout} with a time from Google Takeout`] : []),
      ...(who.n_timeless ? [`${plural(who.n_timeless, "photo")} without a time`] : []),
      ...(who.n_skipped ? [`${plural(who.n_skipped, "file")} left out`] : []),
    ],
  },
  clocks: {
    title: "The clocks of the library",
    label: (lanes: number, wrong: number) =>
      `${plural(lanes, "clock")} over the years, ${plural(wrong, "stretch", "stretches")} wrong.` +
      " Arrow keys go from stretch to stretch, A accepts, R rejects, S splits, B and E move the" +
      " beginning and the end, Z takes back what you said last, plus and minus zoom.",
    show: "Which stretches are shown",
    all: "All",
    wrong: (n: number) => `Wrong: ${n.toLocaleString("en")}`,
    hint: "A bar is a period in which a clock was not set. Click it to see its photos.",
    head: (device: string, photos: number) =>
      [device, plural(photos, "photo")].filter((one) => one).join(" · "),
    /** What stands on a bar, the longest first. */
    bar: ({ state, off }: ClockStretch): string[] => {
      if (state === "right" || state === "rejected") return [state];
      if (state === "wrong") return [off, inShort(off)];
      return off ? [`${off}?`, `${inShort(off)}?`, "?"] : ["?"];
    },
    pointed: (stretch: ClockStretch) =>
      `${day(stretch.from_s)} – ${day(stretch.to_s)}: ${texts.clocks.state(stretch)}`,
    state: ({ state, n_photos, n_waiting, planned }: ClockStretch): string => {
      if (state === "right") return "This clock was right.";
      if (state === "rejected") return "You rejected this stretch: it is not corrected.";
      if (state === "open")
        return `Not certain enough: ${plural(n_waiting, "photo")} left for later.`;
      if (planned === "applied") return `Corrected: ${plural(n_photos, "photo")}.`;
      return `Wrong: ${plural(n_photos, "photo")} can be corrected.`;
    },
    card: "The chosen stretch",
    close: "Close",
    off: "Correction",
    rests: "Evidence",
    why: "Reason",
    photos: "Photos",
    corrected: ({ n_photos, n_waiting }: ClockStretch) =>
      n_waiting
        ? `${n_photos.toLocaleString("en")}; ${n_waiting.toLocaleString("en")} are right or left for later`
        : n_photos.toLocaleString("en"),
    accept: {
      none: "Make a plan",
      planned: "Apply the plan",
      undone: "Apply the plan again",
      applied: "Take it back",
      partly: "Take it back",
    },
    reject: "Reject",
    unreject: "Undo reject",
    planAt: (path: string) => `The plan: ${path}`,
    border: {
      label: "Borders of this stretch",
      act: { split: "Split", first: "Move beginning", last: "Move end" },
      key: { split: "s", first: "b", last: "e" },
      title: {
        split: "The clock was set within this stretch",
        first: "The clock was set at another time, not at the beginning",
        last: "The clock was set at another time, not at the end",
      },
      none: {
        split: "This stretch has one photo: no border lies within it.",
        first: "This clock’s photos begin here: no border lies before them.",
        last: "This clock’s photos end here: no border lies behind them.",
      },
      how: "The clock was set between these two photos. Slide from day to day, or go photo by photo.",
      where: "Where the clock was set",
      before: "Last photo before",
      after: "First photo after",
      photoBack: "A photo earlier",
      photoOn: "A photo later",
      say: "It was set here",
      never: "It was not set at all",
    },
    events: {
      title: "Events",
      hint: "What several people photographed together. Opened, it is an event like any other: its photos stay where they are, and answers there count for the clocks here.",
      looking: "Looking for events …",
      none: "No event is known yet: coincide library find FOLDER looks for what several people photographed together.",
      search: "By day, place or person",
      noSuch: "No event is of these words.",
      state: ({ synced, n_photos }: LibraryEventView) =>
        `${plural(n_photos, "photo")}, ${synced ? "has a project" : "suggested"}`,
      open: "Open",
      more: (n: number) => `Show more (${n.toLocaleString("en")})`,
      back: "All clocks",
    },
    stated: "What you said",
    nothingStated: "Nothing so far: no time of a photo, no border, no stretch that you rejected.",
    statedHint: "Kept until you take it back, also where photos speak against it.",
    said: (words: string) => `You said: ${words}.`,
    but: (objection: string) => `But ${objection}.`,
    forget: "Take it back",
    forgot: (words: string) => `Taken back: ${words}.`,
    anew: "Finding the histories anew …",
    questions: "Most useful questions",
    questionsHint:
      "Look at the photo, and answer only what you know from a message of that day, a diary, or somebody’s phone.",
    thinking: "Looking for the best questions …",
    noQuestions: "No answer would decide any further photo.",
    shows: (time: string) => `Its camera showed ${time}.`,
    worth: (worth: number, decides: number) =>
      `Expected to correct ${plural(worth, "photo")}; the likeliest answer decides ` +
      `${plural(decides, "photo")}.`,
    taken: "Taken at, in local time",
    say: "Answer",
    look: "Show its stretch",
    kept: "Saved. The histories were computed again.",
    emptyTitle: "No photos with a time",
    empty:
      "The scan found no photo whose time is known. Scan the folder of your photos first:" +
      " coincide library scan FOLDER.",
  },
  working: {
    title: "Reading the photos",
    intro: "Nothing is changed. You may close this page and come back.",
    stage: (stage: string) => STAGES[stage] ?? stage,
    of: (done: number, total: number) =>
      `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    left: (words: string) => `${words} left`,
    failed: "This could not be completed",
    again: "Choose folders again",
  },
};
