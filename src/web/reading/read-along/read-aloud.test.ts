import { afterEach, beforeEach, expect, test } from "bun:test";

import { createPagedText } from "#tests/support/paged-text.ts";
import { until } from "#tests/support/poll-until.ts";
import { createSpeechService } from "#tests/support/speech-service.ts";

import { createFollower } from "./follower.ts";
import { createReadAloud } from "./read-aloud.ts";
import { createSentenceStore } from "./sentence-lookup.ts";
import { createSpeech } from "./speech.ts";
import type { TextSentence } from "./text-sentences.ts";

const createSentence = (section: number, at: number): TextSentence => ({
  from: at * 60,
  to: at * 60 + 59,
  text: `Section ${section}, sentence ${at}${" and on".repeat(5)}.`,
});
let service: ReturnType<typeof createSpeechService>;
let text: ReturnType<typeof createPagedText>;
let readAloud: ReturnType<typeof createReadAloud>;
let failureCount = 0;

beforeEach(() => {
  failureCount = 0;
  service = createSpeechService();
  // each reading of the clock is a minute later
  let elapsedMs = 0;
  text = createPagedText();
  const allSentences = [[0, 1, 2], [], [0, 1]].map((indexes, section) =>
    indexes.map((at) => createSentence(section, at)),
  );
  readAloud = createReadAloud({
    speech: createSpeech(service.synthesis, "en", () => (elapsedMs += 60_000)),
    follower: createFollower(text.reader, { mode: "aloud" }),
    sections: createSentenceStore([true, true, true], async (section) => allSentences[section] ?? []),
    view: text.reader.view,
    rate: () => 1.25,
    onFail: () => void (failureCount += 1),
  });
});
afterEach(() => readAloud.end());

const untilSpoken = (spokenText: string) =>
  until(() => service.said.at(-1)?.text.replace(/(?: and on)+/, "") === spokenText);

test("says and highlights each sentence, turns pages, and stops", async () => {
  readAloud.toggle();
  for (const spokenText of ["Section 0, sentence 0.", "Section 0, sentence 1.", "Section 0, sentence 2."]) {
    await untilSpoken(spokenText);
    service.ends();
  }
  await untilSpoken("Section 2, sentence 0.");
  expect(text.told).toEqual(["mark 0/0", "mark 0/60", "mark 0/120", "page 0/100", "mark 2/0", "page 2/0"]);
  expect(service.said.at(-1)).toMatchObject({ rate: 1.25, voice: { lang: "en-GB" } });
  service.ends();
  await untilSpoken("Section 2, sentence 1.");
  expect(readAloud.state().isPlaying).toBe(true);
  service.ends();
  await until(() => !readAloud.state().isPlaying);
  expect(readAloud.state().isOn).toBe(false);
  expect(text.told.at(-1)).toBe("no mark");
});

test("turns the page at the word where a sentence continues", async () => {
  text.turnTo(0, 0);
  readAloud.toggle();
  await untilSpoken("Section 0, sentence 0.");
  service.ends();
  await untilSpoken("Section 0, sentence 1.");
  service.reaches(39);
  expect(text.page()).toBe("0/0");
  service.reaches(41);
  expect(text.page()).toBe("0/100");
});

test("resumes with its sentence, or from a turned page", async () => {
  readAloud.toggle();
  await untilSpoken("Section 0, sentence 0.");
  service.ends();
  await untilSpoken("Section 0, sentence 1.");
  readAloud.toggle();
  expect([readAloud.state().isPlaying, service.isSilent()]).toEqual([false, true]);
  readAloud.toggle();
  await untilSpoken("Section 0, sentence 1.");
  readAloud.toggle();
  text.turnTo(2, 0);
  readAloud.toggle();
  await untilSpoken("Section 2, sentence 0.");
});

test("doesn't turn back a page turned by hand until asked", async () => {
  readAloud.toggle();
  await untilSpoken("Section 0, sentence 0.");
  text.turnTo(2, 0);
  expect(readAloud.state()).toEqual({ isOn: true, isPlaying: true, isAway: true });
  service.ends();
  await untilSpoken("Section 0, sentence 1.");
  expect(text.page()).toBe("2/0");
  readAloud.returnToVoice();
  await until(() => text.page() === "0/0");
  expect(readAloud.state().isAway).toBe(false);
});

test("stops and reports a failure when the voice fails", async () => {
  readAloud.toggle();
  await untilSpoken("Section 0, sentence 0.");
  service.fails();
  expect([readAloud.state().isPlaying, failureCount]).toEqual([false, 1]);
});

test("stops when the reader closes", async () => {
  readAloud.toggle();
  await untilSpoken("Section 0, sentence 0.");
  readAloud.end();
  expect(service.isSilent()).toBe(true);
  service.ends();
  await Promise.resolve();
  expect(service.said.length).toBe(1);
});
