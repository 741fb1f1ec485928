import { expect, test } from "bun:test";

import { choicesForChapters, listChoices, toMatchPairs } from "./match-choices.ts";

const contents = {
  sections: [0, 1, 2].map((index) => ({ index, href: `${index}.xhtml`, length: 10, linear: true })),
  toc: [
    { title: "One", section: 0, fragment: null, level: 0, start: 0 },
    { title: "Scene", section: 0, fragment: "b#c", level: 1, start: 4 },
    { title: "Lost", section: null, fragment: null, level: 0, start: null },
  ],
  title: "A",
  pages: [],
  files: [],
  length: 30,
  language: null,
  direction: null,
  layout: "reflowable" as const,
  version: "",
  edition: null,
};

test("offers each section once, and sends choices unchanged", () => {
  expect(listChoices(contents).map(({ value }) => value)).toEqual(["0", "0#b#c", "1", "2"]);
  const pairs = [
    { chapter: 0, section: 0, fragment: null, confidence: 1 },
    { chapter: 2, section: 0, fragment: "b#c", confidence: 1 },
  ];
  const choices = choicesForChapters({ pairs, confidence: 1, corrected: false }, 4);
  expect(choices).toEqual(["0", "", "0#b#c", ""]);
  expect(toMatchPairs(choices)).toEqual(
    pairs.map(({ chapter, section, fragment }) => ({ chapter, section, fragment })),
  );
});

test("a chapter of two tracks begins with the first", () => {
  const pairs = [0, 1].map((chapter) => ({ chapter, section: 1, fragment: null, confidence: 0.9 }));
  expect(choicesForChapters({ pairs, confidence: 0.9, corrected: false }, 2)).toEqual(["1", ""]);
});
