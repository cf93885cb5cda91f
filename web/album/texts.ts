function many(count: number, what: string): string {
  return count === 0 ? "" : `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

/** All that the album says itself. */
export const texts = {
  unknown: "Time unknown",
  chapters: "Chapters",
  everyone: "Everyone",
  people: "Whose photos",
  play: "Slide show",
  pause: "Pause",
  resume: "Go on",
  dark: "Dark",
  light: "Light",
  toDark: "Switch to dark colours",
  toLight: "Switch to light colours",
  close: "Close",
  previous: "Previous photo",
  next: "Next photo",
  download: "Download",
  together: "Side by side",
  inStep: "Films in step",
  scene: (names: readonly string[], count: number) =>
    names.length === count && count > 1
      ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
      : `${count} cameras`,
  filmed: "filmed the same moment",
  playFilms: "Play",
  pauseFilms: "Pause",
  position: "Position",
  heard: "its sound is on",
  hear: "switch its sound on",
  cannotPlay: "Cannot be played here",
  film: (number: number) => `Video ${number}`,
  moment: "This moment",
  about: (time: string) => `about ${time}`,
  ownClock: (time: string) => `${time} by its own clock`,
  until: (time: string) => `until ${time}`,
  views: (count: number, people: number) => `${count} views by ${people} people`,
  photosBy: (count: number, people: number) => `${count} photos by ${people} people`,
  series: (count: number) => `${count} in a row`,
  instants: "Two cameras, one instant",
  showAll: (count: number) => `Show all ${count}`,
  compare: "Slide from one to the other",
  compareHow: "How much of each picture is seen",
  seen: (percent: number, one: string, other: string) =>
    `${percent} % of ${one}, ${100 - percent} % of ${other}`,
  /** Who took both photos of an instant; nobody is named unless that is told. */
  both: (names: readonly string[]) => (names.length === 2 ? names.join(" and ") : "Two cameras"),
  /** How far two photos are apart, as exactly as that is known. */
  apart: (seconds: number, within: number) => {
    if (within > 30) return "at about the same time";
    const about = within > 5 ? "about " : "";
    if (seconds === 0) return `in ${about}the same second`;
    return `${about}${seconds} second${seconds === 1 ? "" : "s"} apart`;
  },
  otherView: (name: string, apart: string) =>
    name === "" ? `Another camera, ${apart}` : `${name}, ${apart}`,
  amount: (count: number, videos: number) =>
    [many(count - videos, "photo"), many(videos, "video")].filter((one) => one !== "").join(", "),
  alike: (count: number) => `and ${count} alike`,
  of: (number: number, count: number) => `${number} of ${count}`,
  photo: (number: number) => `Photo ${number}`,
  video: (number: number, length: string) => `Video ${number}, ${length}`,
  by: (person: string) => `by ${person}`,
  viewer: "Photo",
  closer: "Enlarge",
  whole: "Whole picture",
  fullScreen: "Full screen",
  leaveFullScreen: "Leave full screen",
} as const;
