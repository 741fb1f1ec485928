import { expect, test } from "bun:test";

import { createSubjects, judgeDamaged } from "#tests/support/damaged-files.ts";

/** More than a few hundred find nothing new in a normal run; nightly tests try thousands. */
const ROUNDS = 150;

const subjects = await createSubjects();

test.each(subjects.map((subject) => [subject.name, subject] as const))(
  "a damaged %s is accepted or refused with a sentence, and never worse",
  async (_name, subject) => {
    expect((await judgeDamaged(subject, ROUNDS, 1)).files).toBe(ROUNDS);
  },
);
