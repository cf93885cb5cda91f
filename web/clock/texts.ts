/** All that the clock page says itself. */
export const texts = {
  title: "Photograph this clock",
  how: [
    "Take one photo of it with every camera and phone, at any time of the event. Two are better: one early, one late.",
    "One code, sharp and whole, is enough. It may be small: a twentieth of the picture’s width will do. No flash, and a bright screen.",
    "Put the photos with the others. coincide sync then knows how far off each camera’s clock is.",
  ],
  accuracy:
    "The codes come on the screen a frame or two late, about 0.03 s. Whatever this device’s own clock is off by is added to that. A page cannot tell whether the system sets its clock by the network (NTP): look at the system’s settings, and photograph the same device with every camera.",
  awake: {
    on: "The screen stays on while this page is shown.",
    off: "This browser cannot keep the screen on: set its time-out longer.",
  },
  calm: "This system asks for little motion: one code is shown, which changes each second and is good to half a second.",
  fullScreen: "Full screen",
  fast: "Code of the time, changed each tenth of a second",
  slow: "Code of the time, changed each second",
  utc: (time: string) => `${time} UTC`,
  ahead: (text: string) => `here UTC${text}`,
} as const;
