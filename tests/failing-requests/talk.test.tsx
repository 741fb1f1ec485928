import { waitFor } from "@testing-library/react";

import type { Notes } from "#contract/notes.ts";
import { adminApi } from "#tests/support/admin-web.tsx";
import { skippingDelay } from "#tests/support/skip-delay.ts";
import { type Api, memberApi, nora, openApp } from "#tests/support/web.tsx";

import { press, type } from "./page-steps.ts";
import { testFailures } from "./test-failures.ts";

const noteFields = { createdAt: "2026-01-05T17:00:00Z", editedAt: null, mine: true, author: nora };
const talk: Notes = {
  reached: 0.6,
  open: false,
  notes: [
    {
      ...noteFields,
      id: 5,
      text: "Toad will crash.",
      fraction: 0.1,
      chapter: null,
      quote: "",
      kind: "note",
      hearts: 0,
      hearted: false,
      replies: [{ ...noteFields, id: 8, text: "He always does." }],
    },
  ],
  ahead: [],
};
const contents = {
  sections: [],
  toc: [{ title: "Chapter 1", section: 0, fragment: null, level: 0, start: 0 }],
  length: 100,
};
const [note] = talk.notes;
const open =
  (api: Api = {}, baseApi: Api = memberApi) =>
  () =>
    openApp("/talk", { ...baseApi, "GET /api/books/7/notes": talk, "GET /api/books/7/contents": null, ...api });
/** Waits for the talk before pressing. */
const openTalk = () =>
  waitFor(() => {
    if (!document.body.textContent?.includes("Toad will crash.")) throw new Error("No talk yet");
  });
const editRow = { open: open(), make: "Save", says: "Your change wasn't saved. Please try again." };
const heartRow = {
  open: open(),
  prepare: openTalk,
  make: /^Heart/,
  says: "The heart wasn't saved. Please try again.",
};

testFailures({
  "GET /api/books/7/notes": { open: open() },
  "POST /api/books/7/notes": {
    open: open(),
    types: { "Your note": "What a ride" },
    make: "Send",
    says: "Your note wasn't sent. Please try again.",
    waiting: "Sending...",
  },
  "PUT /api/books/7/reached": {
    open: open({ "GET /api/books/7/contents": contents }),
    make: "Save my place",
    says: "Your place wasn't saved. Please try again.",
    waiting: "Saving...",
  },
  "PATCH /api/notes/5": { ...editRow, prepare: /^Edit the note/, types: { "Your note": "Toad may crash." } },
  "DELETE /api/notes/5": {
    open: open(),
    make: () => skippingDelay(10_000, () => press(/^Delete the note/)),
    says: "The note wasn't deleted. Please try again.",
  },
  "PUT /api/notes/5/heart": { ...heartRow },
  "DELETE /api/notes/5/heart": {
    ...heartRow,
    open: open({ "GET /api/books/7/notes": { ...talk, notes: [{ ...note, hearts: 1, hearted: true }] } }),
  },
  "POST /api/notes/5/replies": {
    open: open(),
    prepare: "Reply",
    types: { "Your reply": "So does Mole." },
    make: /^Reply$/,
    says: "Your reply wasn't sent. Please try again.",
  },
  "PATCH /api/replies/8": { ...editRow, prepare: /^Edit the reply/, types: { "Your reply": "He never does." } },
  "DELETE /api/replies/8": {
    open: open(),
    make: () => skippingDelay(10_000, () => press(/^Delete the reply/)),
    says: "The reply wasn't deleted. Please try again.",
  },
  "POST /api/books/7/notes/open": {
    open: open({}, adminApi),
    make: ["Open the talk to everyone", "Open it"],
    says: "The talk wasn't opened. Please try again.",
  },
});

const place = {
  listening: null,
  reading: null,
  paper: { page: 100, pages: 320 },
  left: { listening: null, reading: null },
  pace: 1500,
  reached: 0.3,
  offer: null,
};
const emptyTalk = { reached: 0.3, open: false, notes: [], ahead: [] };
const withPaper = {
  ...memberApi,
  "GET /api/books/7/notes": emptyTalk,
  "GET /api/books/7/place": place,
  "GET /api/books/7/paper/history": [{ id: 5, page: 90, pages: 320, leftAt: "2026-01-05T17:00:00Z" }],
  "PUT /api/books/7/paper": place,
};
const errorText = "Your page wasn't changed. Please try again.";

testFailures({
  "PUT /api/books/7/paper": {
    open: () => openApp("/talk", withPaper),
    types: { "I'm on page": "143" },
    make: "Save my page",
    says: "Your place wasn't saved. Please try again.",
    waiting: "Saving...",
  },
  "POST /api/books/7/paper/restore": { open: () => openApp("/talk", withPaper), make: "Go back", says: errorText },
  "DELETE /api/books/7/paper": {
    open: () =>
      openApp("/talk", { ...withPaper, "GET /api/books/7/place": { ...place, paper: { page: null, pages: 320 } } }),
    prepare: async () => {
      await type({ "I'm on page": "143" });
      await press("Save my page");
    },
    make: "Undo",
    says: errorText,
  },
});
