/*
 * Generated: what an album's page is told. Change shapes.py in src/coincide/writing/album, then run
 * make types.
 */

/** A chapter: its moments one after another, each by how many photos it has. */
export interface ChapterView {
  /** Below its day; empty where the day says all. */
  name: string;
  /** Empty where the event is of one day. */
  day: string;
  cover: number;
  moments: number[];
}

/** What two people photographed at one instant: rows, and seconds between them. */
export interface InstantView {
  one: number;
  other: number;
  apart_s: number;
  /** How well that is known, ± so many seconds. */
  within_s: number;
}

/** Clips that are played in step: rows, and milliseconds from the first one's beginning. */
export interface AnglesView {
  rows: number[];
  starts_ms: number[];
}

/** An album without its pictures; what was not asked for is empty. */
export interface PageView {
  title: string;
  /** The row that shows all of it. */
  cover: number;
  chapters: ChapterView[];
  /** Photos behind these are of a time that nobody knows. */
  n_timed: number;
  /** The name of each picture, ten letters a photo; empty: inside the page. */
  pictures: string;
  /** Eight letters a photo: four dots of 12 bits. */
  colours: string;
  /** Width and height that largest pictures have. */
  sizes: [number, number][];
  /** Which of these. */
  size: number[];
  /** Local time, in whole seconds since the photo before, the first since 1970; negative where clocks were put back between the two. */
  time: number[];
  /** Rows whose time is not known to a few minutes. */
  about: number[];
  /** Rows of which nothing but the camera's own clock tells the time. */
  own_clock: number[];
  people: string[];
  person: number[];
  n_people: number;
  /** By row: the film's address from the page on. */
  films: Record<string, string>;
  /** By row: whole seconds of a clip. */
  length: Record<string, number>;
  /** Addresses from the page on. */
  originals: string[];
  /** Rows that show the same; the first stands for all. */
  groups: number[][];
  /** How many people each moment is by, chapter by chapter. */
  people_in: number[];
  /** The best first. */
  instants: InstantView[];
  angles: AnglesView[];
}
