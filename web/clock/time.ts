/** A moment as the page shows it. */

const two = (value: number) => String(value).padStart(2, "0");

/** The time of day, to a tenth of a second: 14:03:10.4. */
export const dayTime = (date: Date) =>
  `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${Math.floor(date.getMilliseconds() / 100)}`;

/** The same in UTC, to the second. */
export const utcTime = (date: Date) => date.toISOString().slice(11, 19);

/** The day, in words. */
export const day = (date: Date) =>
  date.toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });

/** How far local time is ahead of UTC: +5:45, −3, or ±0. */
export function ahead(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const sign = minutes === 0 ? "±" : minutes < 0 ? "−" : "+";
  return `${sign}${hours}${rest === 0 ? "" : `:${two(rest)}`}`;
}
