import { waitFor } from "@testing-library/react";

import type { Notes } from "#contract/notes.ts";
import { adminApi } from "#tests/support/admin-web.tsx";
import { type Api, memberApi, nora, openApp } from "#tests/support/web.tsx";

import type { Rows } from "./row.ts";

const written = { createdAt: "2026-01-05T17:00:00Z", editedAt: null, mine: true, author: nora };
const talk: Notes = {
  reached: 0.6,
  open: false,
  notes: [
    {
      ...written,
      id: 5,
      text: "Toad will crash.",
      fraction: 0.1,
      chapter: null,
      quote: "",
      kind: "note",
      hearts: 0,
      hearted: false,
      replies: [{ ...written, id: 8, text: "He always does." }],
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
  (api: Api = {}, all: Api = memberApi) =>
  () =>
    openApp("/talk", { ...all, "GET /api/books/7/notes": talk, "GET /api/books/7/contents": null, ...api });
/** Waits for the talk before pressing. */
const shown = () =>
  waitFor(() => {
    if (!document.body.textContent?.includes("Toad will crash.")) throw new Error("No talk yet");
  });
const NOTES = "/api/books/7/notes";
const edited = { open: open(), make: "Save", says: "Your change wasn't saved. Please try again." };
const hearted = {
  open: open(),
  prepare: shown,
  make: /^Heart/,
  says: "The heart wasn't saved. Please try again.",
};

/** Ten seconds after pressing, and a dot that isn't shown then. */
export const apart = ["DELETE /api/notes/*", "DELETE /api/replies/*", "GET /api/books/*/notes/count"];

export const rows: Rows = {
  [`GET ${NOTES}`]: { open: open() },
  [`POST ${NOTES}`]: {
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
  "PATCH /api/notes/5": { ...edited, prepare: /^Edit the note/, types: { "Your note": "Toad may crash." } },
  "PUT /api/notes/5/heart": { ...hearted },
  "DELETE /api/notes/5/heart": {
    ...hearted,
    open: open({ [`GET ${NOTES}`]: { ...talk, notes: [{ ...note, hearts: 1, hearted: true }] } }),
  },
  "POST /api/notes/5/replies": {
    open: open(),
    prepare: "Reply",
    types: { "Your reply": "So does Mole." },
    make: /^Reply$/,
    says: "Your reply wasn't sent. Please try again.",
  },
  "PATCH /api/replies/8": { ...edited, prepare: /^Edit the reply/, types: { "Your reply": "He never does." } },
  "POST /api/books/7/notes/open": {
    open: open({}, adminApi),
    make: ["Open the talk to everyone", "Open it"],
    says: "The talk wasn't opened. Please try again.",
  },
};
