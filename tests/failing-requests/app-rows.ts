import { book, memberApi, nora, openApp } from "#tests/support/web.tsx";

import { profile } from "./member-rows.ts";
import type { Rows } from "./row.ts";

const feed = { url: "http://localhost/feeds/x/podcast.xml", lastFetchedAt: null, lastFetchedBy: null };
const reader = {
  ...nora,
  wantsMonthlyMail: true,
  wantsMeetingMail: true,
  wantsAnnouncements: true,
  ereaderEmail: "nora@kindle.example",
  ereaderConfirmed: true,
  ereaderEachBook: false,
};
const PODCAST = "/api/profile/feeds/podcast";
const ebook = () =>
  openApp("/ebook", {
    ...memberApi,
    "GET /api/profile": reader,
    "GET /api/books/current": { ...book, ebookFilename: "wind.epub", ebookSize: 1000 },
  });

/** Members' apps and eReaders. */
/** Below in tests/failing-calls.test.tsx. */
export const apart = ["GET /api/auth/user", "GET /api/health", "POST /api/auth/logout"];

export const rows: Rows = {
  [`GET ${PODCAST}`]: { open: profile },
  [`POST ${PODCAST}`]: {
    open: profile,
    make: "Get my podcast address",
    says: "Couldn't create the address. Please try again.",
  },
  [`DELETE ${PODCAST}`]: {
    open: () => profile({ [`GET ${PODCAST}`]: feed }),
    make: ["Remove", "Remove it"],
    says: "The address wasn't removed. Please try again.",
  },
  "POST /api/profile/ereader/test": {
    open: () => profile({ "GET /api/profile": reader }),
    make: "Send a test",
    says: "The test wasn't sent. Please try again.",
  },
  "POST /api/profile/ereader/link": {
    open: () => profile({ "GET /api/profile": { ...reader, ereaderConfirmed: false } }),
    make: "Send it again",
    says: "The link wasn't sent. Please try again.",
    waiting: "Sending...",
  },
  [`POST /api/books/${book.id}/send`]: {
    open: () => ebook(),
    make: "Send to my eReader",
    says: "The eBook wasn't sent. Please try again.",
    waiting: "Sending...",
  },
};
