/** Times, offsets and figures as people read them. All clocks are faces, so UTC everywhere. */

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

const two = (n: number) => String(n).padStart(2, "0");

/** 14:03:10, or 14:03 without seconds. */
export function clockTime(time_s: number, seconds = true): string {
  const moment = new Date(Math.floor(time_s) * 1000);
  const text = `${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}`;
  return seconds ? `${text}:${two(moment.getUTCSeconds())}` : text;
}

/** Sat 23 Aug 2025. */
export function day(time_s: number): string {
  const moment = new Date(time_s * 1000);
  const weekday = WEEKDAYS[moment.getUTCDay()] ?? "";
  const month = MONTHS[moment.getUTCMonth()] ?? "";
  return `${weekday} ${moment.getUTCDate()} ${month} ${moment.getUTCFullYear()}`;
}

/** 2025-08-23 14:03:10, as tags have it. */
export const isoTime = (time_s: number) =>
  new Date(Math.floor(time_s) * 1000).toISOString().slice(0, 19).replace("T", " ");

export const dayAndTime = (time_s: number) => `${day(time_s)}, ${clockTime(time_s)}`;

/** Sat 23 Aug, and 23 Aug: a day where there is less room. */
export const shortDays = (time_s: number) => {
  const words = day(time_s).split(" ");
  return [words.slice(0, 3).join(" "), words.slice(1, 3).join(" ")];
};

/** A time by a clock's face, and the zone that it is in where that is known. */
export interface Wall {
  time_s: number;
  zone_s: number | null;
}

/** +02:00, as tags have it; nothing where no zone is known. */
export function zoneText(zone_s: number | null): string {
  if (zone_s === null) return "";
  const minutes = Math.abs(zone_s) / MINUTE;
  return `${zone_s < 0 ? "−" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Sat 23 Aug 2025, 14:03:10 +02:00. */
export const wallText = ({ time_s, zone_s }: Wall) =>
  `${dayAndTime(time_s)} ${zoneText(zone_s)}`.trimEnd();

/** Two times as tags have them, as shortly as tells them: 2025-08-23 14:03 – 18:20. */
export function timeSpan(first: string, last: string): string {
  const [day = "", start = ""] = first.split(" ");
  const [other = "", end = ""] = last.split(" ");
  if (day !== other) return `${day} – ${other}`;
  const minutes = [start.slice(0, 5), end.slice(0, 5)];
  return minutes[0] === minutes[1] ? `${day} ${minutes[0]}` : `${day} ${minutes.join(" – ")}`;
}

/** A signed offset to the second: −59 min 49 s, +1 h 02 min 13 s. */
export function offsetWords(offset_s: number): string {
  const total = Math.round(Math.abs(offset_s));
  if (total === 0) return "0 s";
  const parts: [number, string][] = [
    [Math.floor(total / DAY), "d"],
    [Math.floor((total % DAY) / HOUR), "h"],
    [Math.floor((total % HOUR) / MINUTE), "min"],
    [total % MINUTE, "s"],
  ];
  const first = parts.findIndex(([number]) => number > 0);
  const words = parts
    .slice(first)
    .map(([number, unit], i) => `${i === 0 ? number : two(number)} ${unit}`);
  return (offset_s < 0 ? "−" : "+") + words.join(" ");
}

/** A signed offset in few letters, for where there is little room: +365 d 4:58:12, −59:49 min. */
export function shortOffset(offset_s: number): string {
  const total = Math.round(Math.abs(offset_s));
  if (total < MINUTE) return offsetWords(offset_s);
  const [days, hours] = [Math.floor(total / DAY), Math.floor((total % DAY) / HOUR)];
  const [minutes, seconds] = [Math.floor((total % HOUR) / MINUTE), total % MINUTE];
  const sign = offset_s < 0 ? "−" : "+";
  if (days === 0 && hours === 0) return `${sign}${minutes}:${two(seconds)} min`;
  const time = `${hours}:${two(minutes)}:${two(seconds)}`;
  return days === 0 ? `${sign}${time} h` : `${sign}${days} d ${time}`;
}

/** A gallery’s offset in words; nothing for one that has none. */
export const offsetOf = (gallery: { offset_s: number | null }) =>
  gallery.offset_s === null ? "" : offsetWords(gallery.offset_s);

/** What is worth telling of a fact: nothing where something else that is told has it in it. */
export const unlessIn = (fact: string, ...told: string[]) =>
  told.some((text) => text.includes(fact)) ? "" : fact;

/** A signed offset without the zeros at its end: −2 h, +1 h 30 min. */
export const roundOffset = (offset_s: number) =>
  offsetWords(offset_s).replace(/( 00 (h|min|s))+$/, "");

/** A length of time in its one fitting unit: 48 s, 90 min, 56 h, 12 d. */
export function spanWords(span_s: number): string {
  const size = Math.abs(span_s);
  const units: [number, string, number][] = [
    [1, "s", 120],
    [MINUTE, "min", 120],
    [HOUR, "h", 72],
  ];
  for (const [unit_s, unit, limit] of units) {
    if (size < unit_s * limit) {
      const value = size / unit_s;
      const digits = unit === "s" && value < 10 && value % 1 > 0.05 ? 1 : 0;
      return `${value.toFixed(digits)} ${unit}`;
    }
  }
  return `${(size / DAY).toFixed(0)} d`;
}

/** A chance in per cent, never rounded up to certainty. */
export function percent(chance: number): string {
  if (chance > 0.999) return "> 99.9 %";
  if (chance >= 0.99) return `${(Math.floor(chance * 1000) / 10).toFixed(1)} %`;
  if (chance < 0.01) return "< 1 %";
  return `${Math.floor(chance * 100)} %`;
}

/** How long something will still take, without false precision. */
export function timeLeft(seconds: number): string {
  if (seconds < 5) return "a few seconds";
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} s`;
  if (seconds < 90) return "about a minute";
  if (seconds < HOUR) return `about ${Math.round(seconds / 60)} min`;
  return `about ${(seconds / HOUR).toFixed(1)} h`;
}
