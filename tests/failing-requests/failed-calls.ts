import { afterEach, beforeAll, beforeEach, expect, it, spyOn } from "bun:test";

import { act, waitFor } from "@testing-library/react";

import { expectErrors } from "#tests/support/logged-errors.ts";

import { type Fault, FAULTS, SILENCE } from "./faults.ts";
import { type App, box, clearToast, expectText, makeCall, prepare, press, type Row } from "./row.ts";

const pages = [...new Bun.Glob("src/web/app/pages/*.tsx").scanSync()].filter((path) => !path.includes(".test."));

let patiences: AbortController[] = [];
/** Times out every call still waiting. */
export const giveUp = () => {
  for (const patience of patiences) patience.abort(new DOMException("The operation timed out.", "TimeoutError"));
  patiences = [];
};
let timeout: ReturnType<typeof spyOn>;

/** For a file of tests in which calls fail: the page may log, and a call waits until the test gives up. */
export function failCalls(): void {
  // Fetched ahead, so the first test doesn't time out.
  beforeAll(() => Promise.all(pages.map((path) => import(`../../${path}`))));
  beforeEach(() => {
    expectErrors(/./);
    timeout = spyOn(AbortSignal, "timeout").mockImplementation(() => {
      const patience = new AbortController();
      patiences.push(patience);
      return patience.signal;
    });
  });
  afterEach(() => {
    giveUp();
    timeout.mockRestore();
    Reflect.deleteProperty(globalThis, "PublicKeyCredential");
  });
}

/** How often the call was made so far. */
export const count = (app: App, made: string) =>
  app.calls.filter(({ method, path }) => `${method} ${path}` === made).length;

export async function expectOutcome(row: Row, fault: Fault): Promise<void> {
  const text = row.says(fault);
  if (text !== undefined) await expectText(text, row.make && !row.onPage ? "toast" : "page");
  expect(document.body.textContent, fault.name).not.toContain("The mouse lost the page");
  for (const [label, text] of Object.entries({ ...row.types, ...row.keeps }))
    expect(box(label).value, fault.name).toBe(text);
}

/** What people do that fails; each row makes its call again. By day a row meets two faults, and each fault its rows. */
export function testActs(rows: readonly Row[], isNight: boolean): void {
  const cases = rows.map((row, index) => {
    const isDue = (place: number) => isNight || [index, index + 5].some((due) => due % FAULTS.length === place);
    return [row.call, row, FAULTS.filter((_, place) => isDue(place))] as const;
  });
  it.each(cases)("%s", async (_, row, faults) => {
    const { call: made } = row;
    const app = row.open();
    await prepare(row);
    for (const fault of faults) {
      app.api[made] = fault.answer;
      clearToast();
      const before = count(app, made);
      await makeCall(row);
      await waitFor(() => expect(count(app, made)).toBeGreaterThan(before));
      if (fault === SILENCE) {
        if (row.waiting) await expectText(row.waiting, "page");
        act(giveUp);
      }
      await expectOutcome(row, fault);
    }
  });
}

/** Has the page call again, by its button if there is one. */
export async function again(app: App, made: string): Promise<void> {
  // a pending call would answer for this one, and prefetched data isn't on the page yet
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  await waitFor(() => expect(document.body.textContent).not.toContain("Loading..."));
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Try again");
  if (button) return press("Try again");
  const path = made.replace(/^GET /, "");
  await act(async () => {
    void app.queryClient.refetchQueries({ predicate: ({ queryKey }) => String(queryKey[0]).split("?")[0] === path });
  });
}
