import { expect, test } from "bun:test";

import { createSpeechService, voiceOf } from "#tests/support/speech-service.ts";

import { createSpeech } from "./speech.ts";

const voices = [
  voiceOf("Cloud", "en-US", { localService: false, default: true }),
  voiceOf("Ann", "en_US"),
  voiceOf("Kate", "en-GB", { default: true }),
  voiceOf("Jana", "cs-CZ"),
];

test.each([
  ["en-US", "Ann"],
  ["en", "Kate"],
  ["en-AU", "Kate"],
  ["cs", "Jana"],
  [null, "Kate"],
])("a book in %s is read by %s, a voice of the device", (language, name) => {
  const service = createSpeechService(voices);
  const speech = createSpeech(service.synthesis, language);
  speech.speak("Good evening.", 1, { onWord: () => {}, onEnd: () => {}, onFail: () => {} });
  expect(service.said.at(-1)?.voice?.name).toBe(name);
});

test("can't read a language until a voice is loaded", () => {
  const service = createSpeechService([voiceOf("Cloud", "el-GR", { localService: false })]);
  const speech = createSpeech(service.synthesis, "el");
  expect(speech.hasVoice()).toBe(false);
  let changeCount = 0;
  speech.subscribe(() => void (changeCount += 1));
  service.install(voiceOf("Eleni", "el-GR"));
  expect([speech.hasVoice(), changeCount]).toEqual([true, 1]);
});

test("fails when a voice ends a sentence at once", () => {
  const service = createSpeechService(voices);
  let elapsedMs = 0;
  const speech = createSpeech(service.synthesis, "en", () => elapsedMs);
  const events: string[] = [];
  const speak = (text: string, rate: number, takesMs: number) => {
    speech.speak(text, rate, {
      onWord: () => {},
      onEnd: () => void events.push("end"),
      onFail: () => void events.push("fail"),
    });
    elapsedMs += takesMs;
    service.ends();
  };
  const sentence = "It was a table for twelve, and nobody had ever counted them. ".repeat(2);
  speak(sentence, 1, 30);
  speak(sentence, 1, 8000);
  speak(sentence, 3, 2700);
  speak("No.", 1, 200);
  expect(events).toEqual(["fail", "end", "end", "end"]);
});
