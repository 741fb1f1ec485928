import type { CallKey } from "./calls.ts";
import type { User } from "./users.ts";

/** The server replaces them in prerendered pages (decision 0026). */
export const PLACEHOLDERS = { name: "{club name}", since: "{club since}" } as const;

export const PRERENDERED_PAGES = ["read", "shelf", "talk"] as const;
export type PrerenderedPage = (typeof PRERENDERED_PAGES)[number];

/** The server fills them in with a book's title and cover images. */
export const BOOK_SLOTS = { title: "<!--title-->", cover: "<!--cover-->" } as const;

/** They enclose parts for visitors, which the service worker doesn't store. */
export const VISITOR_MARKERS = ["<!--visit-->", "<!--/visit-->"] as const;
export const VISITOR_PART = /<!--visit-->[^]*?<!--\/visit-->/g;

/** Records a click before the app has loaded, which `app/hydrate-or-render.ts` repeats. */
export const EARLY_CLICK_SCRIPT = `onclick = ({ target }) => {
  const button = target.closest("#root button");
  if (!button) return;
  const before = document.querySelector("[data-pressed]");
  if (before) before.textContent = before.dataset.pressed;
  before?.removeAttribute("data-pressed");
  button.dataset.pressed = button.textContent;
  if (button.dataset.early) button.textContent = button.dataset.early;
}`;

/** API responses in the page (decision 0033). Browsers don't run this element, so the CSP needs no hash. */
export const RESPONSES_ID = "answers";

export const RESPONSES_ELEMENT = /<script type="application\/json" id="answers">([^<]*)<\/script>/;

/** `at` is when a cached response was fetched, in milliseconds since 1970. */
type PageResponse<Body = unknown> = { body: Body; at?: number };
/** By path. */
export type PageResponses = Record<string, PageResponse> & {
  [Path in PathOf<"GET /api/auth/user">]?: PageResponse<User>;
};

export const createResponsesElement = (answers: string): string =>
  // in JSON, < occurs only in strings
  `<script type="application/json" id="${RESPONSES_ID}">${answers.replaceAll("<", String.raw`\u003c`)}</script>`;

// not in call-url.ts, which the first script doesn't need

type GetKey = Extract<CallKey, `GET ${string}`>;
type PathOf<Key> = Key extends `GET ${infer Path}` ? Path : never;
export const pathOf = <Key extends GetKey>(key: Key) => key.slice("GET ".length) as PathOf<Key>;

export const MAIL_LINKS: Readonly<Record<"answer" | "dates" | "ereader", string>> = {
  answer: "/answer",
  dates: "/dates",
  ereader: "/ereader",
};

/** Their URLs contain secrets, which must not be sent as a referrer. */
export const LINK_PAGES: ReadonlySet<string> = new Set(["/auth", MAIL_LINKS.answer, MAIL_LINKS.dates]);

const OTHER_FORM_PARAMETERS = ["invite", "setup", "reset"];

export function findVisitorPage({
  pathname,
  search,
}: Pick<URL, "pathname" | "search">): "auth" | "auth-frame" | "link" {
  if (Object.values(MAIL_LINKS).includes(pathname)) return "link";
  const linkParams = new URLSearchParams(search);
  return OTHER_FORM_PARAMETERS.some((name) => linkParams.has(name)) ? "auth-frame" : "auth";
}
