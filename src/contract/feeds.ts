import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import type { Limit } from "./call.ts";
import { mediaResponse, storedFileResponse } from "./media.ts";
import { CalendarAddress } from "./profile.ts";
import { ExactText, PatternText } from "./text.ts";
import { Nullable, OneOf } from "./typebox.ts";

const FeedParams = Type.Object({ kind: OneOf(["podcast", "opds"]) });
export type FeedKind = Static<typeof FeedParams>["kind"];

export const Feed = Type.Object({
  url: Nullable(Type.String()),
  lastFetchedAt: Nullable(Type.String()),
  lastFetchedBy: Nullable(Type.String()),
});
export type Feed = Static<typeof Feed>;

const FEED_FETCH_LIMIT = { max: 60, per: "minute", message: "fetch a feed # times a minute" } as const;
/** Per owner, not per URL, which the owner can replace. Covers count separately. */
export const FEED_LIMITS: Readonly<Record<FeedKind, { feed: Limit; cover: Limit }>> = {
  podcast: { feed: { key: "podcast", ...FEED_FETCH_LIMIT }, cover: { key: "podcast-cover", ...FEED_FETCH_LIMIT } },
  opds: { feed: { key: "opds", ...FEED_FETCH_LIMIT }, cover: { key: "opds-cover", ...FEED_FETCH_LIMIT } },
};
const Token = Type.Object({ token: ExactText({ max: 100 }) });
const File = Type.Object({
  ...Token.properties,
  file: PatternText(/^[1-9]\d{0,9}\.[a-z\d]{3,4}$/u, { max: 15 }),
});

/** Feeds with a secret URL instead of a session, for podcast and reading apps (BEYOND 8). */
export function feedCalls() {
  const throws = { "not-found": "There is no feed at this URL, or it doesn't contain this book." };
  const feedErrors = { ...throws, "too-many": `A feed may be fetched ${FEED_FETCH_LIMIT.max} times a minute.` };
  const feed = { by: "visitor", params: Token, throws: feedErrors } as const;
  const file = { by: "visitor", params: File, throws } as const;
  return defineCalls("Feeds", "member", {
    "GET /feeds/:token/podcast.xml": {
      ...feed,
      summary: "Get the podcast",
      response: mediaResponse("A podcast.", "application/rss+xml"),
      hasHead: true,
    },
    "GET /feeds/:token/opds": {
      ...feed,
      summary: "Get the OPDS 1.2 catalog",
      response: mediaResponse("An OPDS 1.2 catalog.", "application/atom+xml"),
      hasHead: true,
    },
    "GET /feeds/:token/opds.json": {
      ...feed,
      summary: "Get the OPDS 2.0 catalog",
      response: mediaResponse("An OPDS 2.0 feed.", "application/opds+json"),
      hasHead: true,
    },
    "GET /feeds/:token/artwork.jpg": {
      ...feed,
      summary: "Get the podcast's artwork",
      response: mediaResponse("The picture.", "image/jpeg"),
    },
    "GET /feeds/:token/thumbnail/:file": {
      ...file,
      summary: "Get a thumbnail",
      throws: feedErrors,
      response: mediaResponse("The cover.", "image/jpeg"),
    },
    "GET /feeds/:token/audiobook/:file": {
      ...file,
      summary: "Play an episode",
      response: storedFileResponse("The audiobook.", "audio/mp4", "audio/mpeg"),
      hasHead: true,
    },
    "GET /feeds/:token/ebook/:file": {
      ...file,
      summary: "Download an eBook of the catalog",
      response: storedFileResponse("The eBook.", "application/epub+zip"),
      hasHead: true,
    },
    "GET /feeds/:token/chapters/:file": {
      ...file,
      summary: "List an episode's chapters",
      response: mediaResponse("Podcast chapters.", "application/json+chapters"),
    },
    "GET /feeds/:token/cover/:file": {
      ...file,
      summary: "Get a cover",
      throws: feedErrors,
      response: mediaResponse("The cover.", "image/jpeg"),
    },
    "GET /api/profile/feeds/:kind": {
      summary: "Get the URL of your feed",
      description: "Null if there is none.",
      params: FeedParams,
      response: Feed,
    },
    "POST /api/profile/feeds/:kind": {
      summary: "Create or replace the URL of your feed",
      description: "The old one stops working at once.",
      params: FeedParams,
      status: 201,
      response: Feed,
    },
    "DELETE /api/profile/feeds/:kind": {
      summary: "Delete the URL of your feed",
      params: FeedParams,
      response: Feed,
    },
  });
}

export const CALENDAR_LIMIT: Limit = {
  key: "calendar",
  max: 60,
  per: "minute",
  message: "fetch your calendar # times a minute",
};

export const calendarCalls = () =>
  defineCalls("Calendar", "member", {
    "GET /api/calendar/meeting.ics": {
      summary: "Download the next meeting for a calendar",
      response: mediaResponse("The meeting.", "text/calendar"),
      throws: { "not-found": "The next meeting has no date, time and place yet." },
    },
    "GET /calendar/:file": {
      by: "visitor",
      summary: "Get the calendar of meetings",
      params: Type.Object({ file: ExactText({ max: 100 }) }),
      response: { ...mediaResponse("Your calendar.", "text/calendar"), kind: "etag" },
      throws: { "too-many": `A calendar may be fetched ${CALENDAR_LIMIT.max} times a minute.` },
      hasHead: true,
    },
    "GET /api/profile/calendar": {
      summary: "Get the URL of your calendar",
      description: "Null if there is none.",
      response: CalendarAddress,
    },
    "POST /api/profile/calendar": {
      summary: "Create or replace the URL of your calendar",
      description: "The old one stops working at once.",
      status: 201,
      response: CalendarAddress,
    },
    "DELETE /api/profile/calendar": {
      summary: "Delete the URL of your calendar",
      response: CalendarAddress,
    },
  });
