import type { Page, Route } from "playwright-core";

/** Filled, or new with only its first admin. */
type Setting = "full" | "empty";

export type Screen = {
  name: string;
  path: string;
  setting: Setting;
  as: "visitor" | "member" | "admin";
  /** Stubs responses before the page opens. */
  respond?: (page: Page) => Promise<unknown>;
  /** Something covers the window, so the screenshot shows only the window. */
  isWindow?: true;
  /** A call hangs, so the network never becomes idle. */
  isWaiting?: true;
  /** Has nothing new for axe to check. */
  isImageOnly?: true;
  prepare?: (page: Page) => Promise<unknown>;
};

const screen =
  (setting: Setting, as: Screen["as"]) =>
  (name: string, path: string, state: Omit<Screen, "name" | "path" | "setting" | "as"> = {}): Screen => ({
    ...state,
    name,
    path,
    setting,
    as,
  });
/** Screens of the filled club by role. */
export const [visitor, member, admin] = [screen("full", "visitor"), screen("full", "member"), screen("full", "admin")];
export const empty = screen("empty", "admin");

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

export const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
export const fill = (label: string, text: string) => (page: Page) => page.getByLabel(label).fill(text);
export const choose = (label: string, file: FilePayload) => (page: Page) =>
  page.getByLabel(label, { exact: true }).setInputFiles(file);
export const openTab = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();
export const expand = (summary: string) => (page: Page) => page.locator("summary", { hasText: summary }).click();
export const shown = (text: string | RegExp) => (page: Page) => page.getByText(text).waitFor();
export const steps =
  (...all: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page);
  };
export const failCall =
  (pattern: string, status: number, message = "The club is busy at the moment. Please try again in a minute.") =>
  (page: Page) =>
    page.route(pattern, (route: Route) =>
      route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ message }) }),
    );
const silence = (pattern: string) => (page: Page) => page.route(pattern, () => undefined);
/** A screen whose calls hang. */
export const hang = (pattern: string) => ({ respond: silence(pattern), isWaiting: true }) as const;
/** Changes the club's response to a GET. */
export const respond =
  <Answer>(pattern: string | RegExp, change: (answer: Answer) => unknown) =>
  (page: Page) =>
    page.route(pattern, async (route) => {
      if (route.request().method() !== "GET") return route.fallback();
      const answer: Answer = await (await route.fetch()).json();
      return route.fulfill({ json: change(answer) });
    });
export const reply = (pattern: string, json: object) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ json }));
export const withMail = respond<object>("**/api/club", (club) => ({ ...club, mailOn: true }));
