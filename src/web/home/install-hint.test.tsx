import { beforeEach, describe, expect, test } from "bun:test";

import { act, fireEvent, render, screen } from "@testing-library/react";

import { InstallHint } from "./install-hint.tsx";

const TITLE = "Put the club on your home screen";
const AGENT = navigator.userAgent;
const setUserAgent = (userAgent: string) =>
  Object.defineProperty(navigator, "userAgent", { configurable: true, value: userAgent });
beforeEach(() => setUserAgent(AGENT));

/** Sends Chrome's install event. @returns how often the browser prompted */
function offerInstall(): () => number {
  let promptCount = 0;
  act(() => {
    dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt: async () => (promptCount += 1) }));
  });
  return () => promptCount;
}

// the user's choice applies until the page is reloaded, so the order of the tests matters
describe("the install hint", () => {
  test("says nothing where the browser can't install", () => {
    render(<InstallHint />);
    expect(screen.queryByText(TITLE)).toBeNull();
  });

  test("says how on an iPhone", () => {
    setUserAgent("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1");
    render(<InstallHint />);
    expect(screen.getByText(/Tap the Share icon, then Add to Home Screen/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Install" })).toBeNull();
  });

  test("makes the browser ask, once, and isn't shown again", async () => {
    const { unmount } = render(<InstallHint />);
    const countPrompts = offerInstall();
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Install" })));
    expect([countPrompts(), screen.queryByText(TITLE)]).toEqual([1, null]);
    unmount();
    render(<InstallHint />);
    offerInstall();
    expect(screen.queryByText(TITLE)).toBeNull();
    expect(localStorage.getItem("install-hint")).toBe("answered");
  });
});
