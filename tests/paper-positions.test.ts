import { expect, test } from "bun:test";

import { POSITION_HISTORY_MAX } from "#contract/limits.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createReadingClub, type ReadingClub } from "#tests/support/reading-club.ts";
import { ageSeconds } from "#web/api/offline-mutations.ts";

import { randomNumbers } from "./support/narrated-text.ts";

type PaperEntry = { page: number; at: number; enteredAt: number };
/** A browser whose clock is wrong by `skew` milliseconds, with its queued saves. */
type Device = { skew: number; network: "up" | "down" | "loses answers"; waiting: PaperEntry[] };

const PAGE_COUNT = 5000;

/**
 * Simulates two or three devices with wrong clocks, some of them offline, on which a member enters the pages of a paper
 * copy and undoes them. @returns errors: a lost page, or another position than the last entry
 */
async function tryPaperHistories(club: ReadingClub, count: number): Promise<string[]> {
  const errors: string[] = [];
  for (let number = 0; number < count; number += 1) errors.push(...(await playHistory(club, number)));
  return errors;
}

async function playHistory(club: ReadingClub, number: number): Promise<string[]> {
  const random = randomNumbers(number);
  const randomUpTo = (max: number) => Math.floor(random() * (max + 1));
  const { id } = club.deps.stores.books.insert(
    { title: `Copy ${number}`, author: "A. Vintner", month: "2026-03" },
    club.deps.clock.now().toISOString(),
  );
  const path = (subpath: string) => `/api/books/${id}/${subpath}`;
  const now = () => club.deps.clock.now().getTime();
  const devices: Device[] = Array.from({ length: 2 + randomUpTo(1) }, () => ({
    skew: (randomUpTo(2) - 1) * randomUpTo(1_000_000) * 1000,
    network: "up",
    waiting: [],
  }));
  const entries: PaperEntry[] = [];
  const steps: string[] = [];
  const send = async (device: Device) => {
    while (device.network !== "down" && device.waiting[0]) {
      const { page, at } = device.waiting[0];
      const body = { pages: PAGE_COUNT, page, age: ageSeconds(at, now() + device.skew) };
      await jsonOf(club.mia.call("PUT", path("paper"), body));
      if (device.network === "loses answers") return;
      device.waiting.shift();
    }
  };
  const getHistory = () =>
    jsonOf(club.mia.call("GET", path("paper/history"))) as Promise<{ id: number; page: number }[]>;
  const getCurrentPage = async (): Promise<number | null> =>
    (await jsonOf(club.mia.call("GET", path("place")))).paper?.page ?? null;
  for (let step = 6 + randomUpTo(12); step > 0; step -= 1) {
    club.pass(2 + randomUpTo(randomUpTo(3) === 0 ? 7200 : 60));
    const device = devices[randomUpTo(devices.length - 1)];
    const stepKind = randomUpTo(9);
    if (!device) continue;
    if (stepKind < 6) {
      const entry = { page: entries.length + 1 + 100 * randomUpTo(40), at: now() + device.skew, enteredAt: now() };
      steps.push(`say ${entry.page} on ${devices.indexOf(device)} (${device.network})`);
      entries.push(entry);
      device.waiting.push(entry);
      await send(device);
    } else if (stepKind < 9) {
      device.network = (["up", "down", "loses answers"] as const)[randomUpTo(2)] ?? "up";
      steps.push(`network of ${devices.indexOf(device)}: ${device.network}`);
      await send(device);
    } else {
      const [earlierPage] = await getHistory();
      if (!earlierPage) continue;
      steps.push(`back to ${earlierPage.page}`);
      await jsonOf(club.mia.call("POST", path("paper/restore"), { id: earlierPage.id }));
      entries.push({ page: earlierPage.page, at: now(), enteredAt: now() });
    }
  }
  club.pass(2);
  for (const device of devices) {
    device.network = "up";
    await send(device);
  }
  const lastEntry = entries.toSorted((a, b) => a.enteredAt - b.enteredAt).at(-1);
  const [currentPage, historyPages] = [await getCurrentPage(), (await getHistory()).map(({ page }) => page)];
  const lostPages = entries.filter(({ page }) => page !== currentPage && !historyPages.includes(page));
  const problems = [
    ...(currentPage === (lastEntry?.page ?? null) ? [] : [`On page ${currentPage} instead of ${lastEntry?.page}`]),
    ...(historyPages.length >= POSITION_HISTORY_MAX ? [] : lostPages.map(({ page }) => `Lost: page ${page}`)),
  ];
  return problems.length > 0 ? [`${problems.join(", ")} after ${steps.join("; ")}`] : [];
}

/** The number of histories over HTTP; the nightly run tries more. */
const HISTORY_COUNT = Math.min(Number(Bun.env["HISTORIES"] ?? 10_000) / 200, 1000);

test(`in ${HISTORY_COUNT} histories no page is lost`, async () => {
  const club = await createReadingClub();
  try {
    expect(await tryPaperHistories(club, HISTORY_COUNT)).toEqual([]);
  } finally {
    club.close();
  }
}, 600_000);
