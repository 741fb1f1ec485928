import type { Page, Route } from "playwright-core";

/** What a club looks like: filled, or new with its first admin alone. */
export type Setting = "full" | "empty";

/** One picture of the club: where it is, who sees it, and what they did to see it. */
export type Screen = {
  name: string;
  path: string;
  setting: Setting;
  /** Who looks: nobody, a member, or an admin. */
  as: "visitor" | "member" | "admin";
  /** Answers calls before the page is opened; for faults and waits. */
  answer?: (page: Page) => Promise<unknown>;
  /** Something lies over the page and moves with the window, which therefore is shown alone. */
  isWindow?: true;
  /** A call stays unanswered, so that the network never comes to rest. */
  isWaiting?: true;
  /** Shows nothing that another screen does not show to axe: the pictures have it, the journeys do without. */
  isPictureOnly?: true;
  /** Goes on after the page has come to rest. */
  act?: (page: Page) => Promise<unknown>;
};

/** Presses the first button of the name that can be seen. */
export const press = (name: string) => async (page: Page) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
/** Calls fail with a status and a sentence of the server. */
export const fault =
  (pattern: string, status: number, message = "The club is busy at the moment. Please try again in a minute.") =>
  (page: Page) =>
    page.route(pattern, (route: Route) =>
      route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ message }) }),
    );
/** The call is never answered: what is shown while one waits stays. */
export const silence = (pattern: string) => (page: Page) => page.route(pattern, () => undefined);
