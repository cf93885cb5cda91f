import { expect, it } from "vitest";

import { texts } from "../src/texts";

it("says what answers would settle", () => {
  const { left } = texts.questions;
  expect(left({ questions: 2, photos: 140 })).toBe("Two questions would settle 140 photos.");
  expect(left({ questions: 1, photos: 1 })).toBe("One question would settle 1 photo.");
  expect(left({ questions: 11, photos: 2500 })).toBe("11 questions would settle 2,500 photos.");
  expect(left({ questions: 1, photos: 0 })).toBe("One question is open.");
  expect(left({ questions: 3, photos: 0 })).toBe("Three questions are open.");
  expect(left({ questions: 0, photos: 0 })).toBe("");
});

it("says to screen readers what a badge counts", () => {
  const { waiting } = texts.nav;
  expect(waiting({ questions: 2, photos: 140 })).toBe("140 photos depend on answers");
  expect(waiting({ questions: 2, photos: 1 })).toBe("1 photo depends on answers");
  expect(waiting({ questions: 1, photos: 0 })).toBe("1 question is open");
});
