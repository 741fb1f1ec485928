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
  const become = (next: Partial<ReadAlongState>) => {
    state = { ...state, ...next };
    listeners.emit();
  };
  const readAlong: ReadAlong = {
    state: () => state,
    subscribe: listeners.subscribe,
    toggle: () => {
      voiceCalls.push("toggle");
      become({ isOn: true, isPlaying: !state.isPlaying });
    },
    returnToVoice: () => {
      voiceCalls.push("back");
      become({ isAway: false });
    },
    tap: () => false,
    end: () => {},
  };
  return { along: readAlong, told: voiceCalls, become };
}

let voice: ReturnType<typeof createVoice>;
let hidden: number;
beforeEach(() => {
  voice = createVoice();
  hidden = 0;
});
const bar = (kind: "own" | "speech") => (
  <ReadAlongBar kind={kind} readAlong={voice.along} bookWithAudio={null} userId={1} onPlay={() => (hidden += 1)} />
);
const button = (name: string) => screen.getByRole("button", { name });
const names = () => screen.queryAllByRole("button").map((one) => one.getAttribute("aria-label") ?? one.textContent);

test("hides the bars on Play, but not on Pause", async () => {
  render(bar("own"));
  await userEvent.click(button("Play"));
  expect([names(), hidden]).toEqual([["Pause"], 1]);
  await userEvent.click(button("Pause"));
  expect([names(), hidden, voice.told]).toEqual([["Play"], 1, ["toggle", "toggle"]]);
});

test("returns to the spoken page with one press", async () => {
  render(bar("own"));
  await userEvent.click(button("Play"));
  act(() => voice.become({ isAway: true }));
  expect(names()).toEqual(["Pause", "Jump to current sentence"]);
  await userEvent.click(button("Jump to current sentence"));
  expect([names(), voice.told]).toEqual([["Pause"], ["toggle", "back"]]);
});

test("labels the device's voice while it reads", async () => {
  render(bar("speech"));
  expect(screen.queryByText("Device voice")).toBeNull();
  await userEvent.click(button("Read aloud"));
  expect(screen.queryByText("Device voice") === null).toBe(false);
  act(() => voice.become({ isAway: true }));
  expect(screen.queryByText("Device voice")).toBeNull();
});

test("can be paused in the corner, and hides when paused", async () => {
  render(<ReadAlongPill readAlong={voice.along} />);
  expect(names()).toEqual([]);
  act(() => voice.become({ isOn: true, isPlaying: true }));
  expect(names()).toEqual(["Pause"]);
  act(() => voice.become({ isAway: true }));
  expect(names()).toEqual(["Jump to current sentence", "Pause"]);
  await userEvent.click(button("Pause"));
  expect(names()).toEqual([]);
  act(() => voice.become({ isAway: false }));
  expect(names()).toEqual(["Play"]);
});
