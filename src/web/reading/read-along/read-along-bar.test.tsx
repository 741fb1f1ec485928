import { beforeEach, expect, test } from "bun:test";

import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

import { Listeners } from "#web/lib/browser/listeners.ts";

import { ReadAlongBar, ReadAlongPill } from "./read-along-bar.tsx";
import { READ_ALONG_OFF, type ReadAlong, type ReadAlongState } from "./read-along.ts";

/** A voice that only records its calls. */
function createVoice() {
  const listeners = new Listeners();
  let state: ReadAlongState = READ_ALONG_OFF;
  const voiceCalls: string[] = [];
  const setState = (changes: Partial<ReadAlongState>) => {
    state = { ...state, ...changes };
    listeners.emit();
  };
  const readAlong: ReadAlong = {
    state: () => state,
    subscribe: listeners.subscribe,
    toggle: () => {
      voiceCalls.push("toggle");
      setState({ isOn: true, isPlaying: !state.isPlaying });
    },
    returnToVoice: () => {
      voiceCalls.push("back");
      setState({ isAway: false });
    },
    tap: () => false,
    end: () => {},
  };
  return { along: readAlong, told: voiceCalls, become: setState };
}

let voice: ReturnType<typeof createVoice>;
let hideCount: number;
beforeEach(() => {
  voice = createVoice();
  hideCount = 0;
});
const createBar = (kind: "own" | "speech") => (
  <ReadAlongBar kind={kind} readAlong={voice.along} bookWithAudio={null} onPlay={() => (hideCount += 1)} />
);
const getButton = (name: string) => screen.getByRole("button", { name });
const listButtonNames = () =>
  screen.queryAllByRole("button").map((one) => one.getAttribute("aria-label") ?? one.textContent);

test("hides the bars on Play, but not on Pause", async () => {
  render(createBar("own"));
  await userEvent.click(getButton("Play"));
  expect([listButtonNames(), hideCount]).toEqual([["Pause"], 1]);
  await userEvent.click(getButton("Pause"));
  expect([listButtonNames(), hideCount, voice.told]).toEqual([["Play"], 1, ["toggle", "toggle"]]);
});

test("returns to the spoken page with one press", async () => {
  render(createBar("own"));
  await userEvent.click(getButton("Play"));
  act(() => voice.become({ isAway: true }));
  expect(listButtonNames()).toEqual(["Pause", "Jump to current sentence"]);
  await userEvent.click(getButton("Jump to current sentence"));
  expect([listButtonNames(), voice.told]).toEqual([["Pause"], ["toggle", "back"]]);
});

test("labels the device's voice while it reads", async () => {
  render(createBar("speech"));
  expect(screen.queryByText("Device voice")).toBeNull();
  await userEvent.click(getButton("Read aloud"));
  expect(screen.queryByText("Device voice") === null).toBe(false);
  act(() => voice.become({ isAway: true }));
  expect(screen.queryByText("Device voice")).toBeNull();
});

test("can be paused in the corner, and hides when paused", async () => {
  render(<ReadAlongPill readAlong={voice.along} />);
  expect(listButtonNames()).toEqual([]);
  act(() => voice.become({ isOn: true, isPlaying: true }));
  expect(listButtonNames()).toEqual(["Pause"]);
  act(() => voice.become({ isAway: true }));
  expect(listButtonNames()).toEqual(["Jump to current sentence", "Pause"]);
  await userEvent.click(getButton("Pause"));
  expect(listButtonNames()).toEqual([]);
  act(() => voice.become({ isAway: false }));
  expect(listButtonNames()).toEqual(["Play"]);
});
