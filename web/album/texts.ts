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
  moment: "This moment",
  about: (time: string) => `about ${time}`,
  ownClock: (time: string) => `${time} by its own clock`,
  until: (time: string) => `until ${time}`,
  views: (count: number) => `${count} views`,
  amount: (count: number, videos: number) =>
    [many(count - videos, "photo"), many(videos, "video")].filter((one) => one !== "").join(", "),
  alike: (count: number) => `and ${count} alike`,
  of: (number: number, count: number) => `${number} of ${count}`,
  photo: (number: number) => `Photo ${number}`,
  video: (number: number, length: string) => `Video ${number}, ${length}`,
  by: (person: string) => `by ${person}`,
  viewer: "Photo",
} as const;
