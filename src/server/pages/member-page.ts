import { existsSync, readFileSync } from "node:fs";

import { addressOf } from "#contract/address-of.ts";
import { VISIT_MARKERS } from "#contract/first-paint.ts";
import { answersElement } from "#contract/page-answers.ts";
import type { ShelfYear } from "#contract/shelf.ts";
import { smallCover } from "#contract/small-cover.ts";

import { type CallRoutes, pageAnswers } from "./page-answers.ts";

/** The page as one member gets it; null for everybody else. */
export type MemberPages = (request: Request, html: string, callRoutes: CallRoutes) => Promise<string | null>;

/** Covers of the shelf that a phone shows first. */
const FIRST_COVERS = 2;

/**
 * Puts the answers that a page shows first at its end, after links to its code and pictures.
 * @param linksFile made by the build: links to a page's code, by the first part of its address
 */
export function createMemberPages(linksFile: string): MemberPages {
  let links: Map<string, string> | null = null;
  return async (request, html, callRoutes) => {
    const answers = await pageAnswers(request, callRoutes);
    if (answers === null) return null;
    links ??= new Map(existsSync(linksFile) ? Object.entries(JSON.parse(readFileSync(linksFile, "utf8"))) : []);
    const [, name = ""] = new URL(request.url).pathname.split("/");
    const entries = [...answers].map(([path, body]) => `${JSON.stringify(path)}:{"body":${body}}`);
    // the service worker keeps the page without them, and puts in those that it has by then
    const pictures = name === "shelf" ? coverLinks(answers) : "";
    const own = (links.get(name) ?? "") + pictures + answersElement(`{${entries.join()}}`);
    return html.replace("</body>", (end) => VISIT_MARKERS.join(own) + end);
  };
}

function coverLinks(answers: ReadonlyMap<string, string>): string {
  const [first]: ShelfYear[] = JSON.parse(answers.get(addressOf("GET /api/shelf")) ?? "[]");
  const covers = (first?.books ?? []).slice(0, FIRST_COVERS).flatMap(({ coverImage }) => coverImage ?? []);
  return covers
    .map((cover) => `<link rel="preload" as="image" href="${Bun.escapeHTML(smallCover(cover))}" />`)
    .join("");
}
