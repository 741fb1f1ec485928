import type { CallKey } from "./calls.ts";

// What the build draws of the sign-in page, the server puts into the page, and the app takes over (decision 0026).

/** In the drawing, the server replaces these with the club's name and its first year. */
export const PLACEHOLDERS = { name: "{club name}", since: "{club since}" } as const;

/** Members' pages that the build prerenders the beginning of, besides Home. */
export const PRERENDERED_PAGES = ["read", "shelf", "talk"] as const;
export type PrerenderedPage = (typeof PRERENDERED_PAGES)[number];

/** In a member's drawing, the server puts the text of the book's title and pictures of covers here. */
export const SLOTS = { title: "<!--title-->", cover: "<!--cover-->" } as const;

/** Around what applies to visitors only. The service worker stores the page without it. */
export const VISIT_MARKERS = ["<!--visit-->", "<!--/visit-->"] as const;
export const VISIT_PART = /<!--visit-->[^]*?<!--\/visit-->/g;

/** Marks the button that is pressed before the app loads; `app/hydrate-or-render.ts` presses it again. */
export const EARLY_CLICK_SCRIPT = `onclick = ({ target }) => {
  const button = target.closest("#root button");
  if (!button) return;
  const before = document.querySelector("[data-pressed]");
  if (before) before.textContent = before.dataset.pressed;
  before?.removeAttribute("data-pressed");
  button.dataset.pressed = button.textContent;
  if (button.dataset.early) button.textContent = button.dataset.early;
}`;

// A member's page comes with the answers that it shows first, by the address of their calls (decision 0033).

/** Of the element with the answers. Browsers don't execute its type, so the policy needs no hash. */
export const ANSWERS_ID = "answers";

/** The whole element. Its text has no `<`. */
export const ANSWERS_ELEMENT = /<script type="application\/json" id="answers">([^<]*)<\/script>/;

/** `at`: when the answer came in an earlier visit, in milliseconds since 1970; without one it came with this page. */
export type PageAnswers = Record<string, { body: unknown; at?: number }>;

/** @param answers JSON of `PageAnswers` */
export const answersElement = (answers: string): string =>
  // in JSON, < is in strings only
  `<script type="application/json" id="${ANSWERS_ID}">${answers.replaceAll("<", String.raw`\u003c`)}</script>`;

// apart from address-of.ts, for the first script

/** The path of a GET without parameters. */
export const pathOf = (key: Extract<CallKey, `GET ${string}`>): string => key.slice("GET ".length);

/** Where the links in mails lead, also for people who are signed out. */
export const MAIL_LINKS: Readonly<Record<"answer" | "dates" | "ereader", string>> = {
  answer: "/answer",
  dates: "/dates",
  ereader: "/ereader",
};

/** Pages with a secret in their URL, which must not be sent as a referrer. */
export const LINK_PAGES: ReadonlySet<string> = new Set(["/auth", MAIL_LINKS.answer, MAIL_LINKS.dates]);

/** Links to a form other than Login, by the name in their query. */
const OTHER_FORMS = ["invite", "setup", "reset"];

/** The page that the build prerenders for a visitor (decision 0026). */
export function drawnPage({ pathname, search }: Pick<URL, "pathname" | "search">): "auth" | "auth-frame" | "link" {
  if (Object.values(MAIL_LINKS).includes(pathname)) return "link";
  const given = new URLSearchParams(search);
  return OTHER_FORMS.some((name) => given.has(name)) ? "auth-frame" : "auth";
}
