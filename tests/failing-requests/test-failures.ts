import { afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";

import { act, waitFor } from "@testing-library/react";

import { isNight } from "#tests/support/at-night.ts";
import { expectErrors } from "#tests/support/logged-errors.ts";
import { memberApi, type openApp } from "#tests/support/web.tsx";

import { type Failure, FAILURES, loadFailure, type MessageFor, NO_RESPONSE, ownForm } from "./failures.ts";
import { clearToast, expectText, findInput, press, runSteps, type Steps, type } from "./page-steps.ts";

type App = ReturnType<typeof openApp>;

/** A page that stays open while its call fails in each way. */
type FailingPage = {
  open: () => App;
  /** Before the call, for example opening a form. */
  prepare?: Steps;
  /** Texts for fields by their labels, which have to remain. */
  types?: Record<string, string>;
  /** Makes the call; undefined if the page makes it when it opens and 'Try again' repeats it. */
  make?: Steps;
  /** The expected message, shown in a toast after `make`. By default, the page says that it can't be loaded. */
  says?: MessageFor | string;
  /** The message is on the page although `make` is given. */
  onPage?: true;
  waiting?: string;
  /** Texts of other fields, which have to remain. */
  keeps?: Record<string, string>;
};

const pages = [...new Bun.Glob("src/web/app/pages/*.tsx").scanSync()].filter((path) => !path.includes(".test."));

let timeouts: AbortController[] = [];
export const timeOut = () => {
  for (const each of timeouts) each.abort(new DOMException("The operation timed out.", "TimeoutError"));
  timeouts = [];
};

/** For a file of tests in which calls fail: the page may log, and a call waits until the test times it out. */
export function failCalls(): void {
  let timeout: ReturnType<typeof spyOn>;
  // Preloaded, because loading may take longer than the first test's timeout.
  beforeAll(() => Promise.all(pages.map((path) => import(`../../${path}`))));
  beforeEach(() => {
    expectErrors(/./);
    timeout = spyOn(AbortSignal, "timeout").mockImplementation(() => {
      const each = new AbortController();
      timeouts.push(each);
      return each.signal;
    });
  });
  afterEach(() => {
    timeOut();
    timeout.mockRestore();
    Reflect.deleteProperty(globalThis, "PublicKeyCredential");
  });
}

export const count = (app: App, call: string) =>
  app.calls.filter(({ method, path }) => `${method} ${path}` === call).length;

/**
 * Tests that the page shows the specified message for each failure, and that the call can be repeated (X06, X05). By
 * day, each mutation gets two failures, and each failure some calls.
 */
export function testFailures(table: Readonly<Record<string, FailingPage>>): void {
  const rows = Object.entries(table).map(([call, row], index) => [call, row, index] as const);
  const isDue = (index: number, place: number) =>
    isNight || [index, index + 5].some((offset) => offset % FAILURES.length === place);
  describe("a call that fails says so and can be made again (X06, X05)", () => {
    failCalls();
    test.each(rows)("%s", (call, row, index) =>
      row.make
        ? failCall(
            call,
            row,
            FAILURES.filter((_, place) => isDue(index, place)),
          )
        : failPage(call, row),
    );
  });
}

async function failCall(call: string, row: FailingPage, failures: readonly Failure[]): Promise<void> {
  const app = row.open();
  await runSteps(row.prepare);
  await type(row.types ?? {});
  for (const failure of failures) {
    app.api[call] = failure.answer;
    clearToast();
    const before = count(app, call);
    await runSteps(row.make);
    await waitFor(() => expect(count(app, call)).toBeGreaterThan(before));
    if (failure === NO_RESPONSE) {
      if (row.waiting) await expectText(row.waiting, "page");
      act(timeOut);
    }
    await expectOutcome(row, failure);
  }
}

async function failPage(call: string, row: FailingPage): Promise<void> {
  const app = row.open();
  const successResponse = memberApi[call] ?? app.api[call];
  for (const failure of FAILURES) {
    app.api[call] = failure.answer;
    const before = count(app, call);
    // the page makes the first call itself, unless it was faster
    if (before > 0) await retryCall(app, call);
    else await runSteps(row.prepare);
    await waitFor(() => expect(count(app, call)).toBeGreaterThan(before));
    if (failure === NO_RESPONSE) {
      expect(document.body.textContent).not.toBe("");
      act(timeOut);
    }
    await expectOutcome(row, failure);
  }
  app.api[call] = successResponse;
  await retryCall(app, call);
  const messages = FAILURES.map(saysOf(row)).filter((text) => text !== undefined);
  if (new Set(messages).size > 1)
    await waitFor(() => expect(messages.some((text) => document.body.textContent?.includes(text))).toBe(false));
}

function saysOf({ says = loadFailure }: FailingPage): MessageFor {
  return typeof says === "string" ? ownForm(says) : says;
}

async function expectOutcome(row: FailingPage, failure: Failure): Promise<void> {
  const text = saysOf(row)(failure);
  if (text !== undefined) await expectText(text, row.make && !row.onPage ? "toast" : "page");
  expect(document.body.textContent, failure.name).not.toContain("The mouse lost the page");
  for (const [label, text] of Object.entries({ ...row.types, ...row.keeps }))
    expect(findInput(label).value, failure.name).toBe(text);
}

/** Makes the page repeat the call, with its button if there is one. */
async function retryCall(app: App, call: string): Promise<void> {
  // a pending call would get the response, and prefetched data isn't on the page yet
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  await waitFor(() => expect(document.body.textContent).not.toContain("Loading..."));
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Try again");
  if (button) return press("Try again");
  const path = call.replace(/^GET /, "");
  await act(async () => {
    void app.queryClient.refetchQueries({ predicate: ({ queryKey }) => String(queryKey[0]).split("?")[0] === path });
  });
}
