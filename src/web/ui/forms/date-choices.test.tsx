import { expect, test } from "bun:test";

import { render, screen } from "@testing-library/react";

import { DateChoices } from "./date-choices.tsx";

const dates = [
  { id: 1, date: "2026-01-30", time: "19:00" },
  { id: 2, date: "2026-01-31", time: "20:00" },
];
const READERS_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const FAR_ZONE = READERS_TIME_ZONE === "Pacific/Kiritimati" ? "America/New_York" : "Pacific/Kiritimati";

test("shows the reader's local time of each date last", () => {
  render(<DateChoices dates={dates} chosen={[1]} timeZone={FAR_ZONE} countOf={() => 2} onChoose={() => {}} />);
  const [firstChoice] = screen.getAllByRole("button", { name: /^Fri, Jan 30, 7:00 PM 2 can come$/ });
  const readersTime = /^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d [AP]M your time$/;
  expect(screen.getAllByText(readersTime)).toHaveLength(2);
  expect(firstChoice?.getAttribute("aria-describedby")).toBe(screen.getAllByText(readersTime)[0]?.id ?? "none");
});

test("shows no local times to a reader in the club's zone", () => {
  render(<DateChoices dates={dates} chosen={[]} timeZone={READERS_TIME_ZONE} onChoose={() => {}} />);
  expect(screen.queryByText(/your time/)).toBeNull();
});
