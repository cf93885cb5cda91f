/**
 * What a code says: `COINCIDE:1:<start>:<length>:<zone>:<check>`.
 *
 * `start` is when the code came on the screen and `length` how long it stays, both in tenths of
 * a second (start since 1970 in UTC, in base 36); `zone` is how far local time is ahead of UTC, in
 * quarters of an hour; `check` is the CRC-32 of all before it, modulo 36⁴, in base 36.
 */

const KIND = "COINCIDE:1";
const CHECK_DIGITS = 4;

const base36 = (value: number) => value.toString(36).toUpperCase();

/** Return the text of a code that is shown from a tenth of a second on, for so many tenths: until 2218. */
export function payload(startTenths: number, lengthTenths: number, zoneQuarters: number): string {
  const body = `${KIND}:${base36(startTenths)}:${base36(lengthTenths)}:${zoneQuarters}`;
  const check = crc32(body) % 36 ** CHECK_DIGITS;
  return `${body}:${base36(check).padStart(CHECK_DIGITS, "0")}`;
}

/** Return the CRC-32 of an ASCII text, as zip and PNG have it. */
export function crc32(text: string): number {
  let crc = ~0;
  for (const one of text) {
    crc ^= one.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Tenths of a second that the two codes stay: one for the time, one for slow exposures. */
export const LENGTHS = [1, 10] as const;
// milliseconds by which the slow code comes after a tenth, so that no moment changes both
const APART_MS = 50;

/** Return the text of both codes at a moment, in milliseconds since 1970: the slow one is last. */
export function payloadsAt(nowMs: number): [string, string] {
  const zone = Math.round(-new Date(nowMs).getTimezoneOffset() / 15);
  const [fast, slow] = LENGTHS;
  const tenth = Math.floor(nowMs / 100);
  const since = Math.floor((nowMs - APART_MS) / 100);
  return [payload(tenth, fast, zone), payload(since - (since % slow), slow, zone)];
}
