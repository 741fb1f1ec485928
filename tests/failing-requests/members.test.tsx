import { fireEvent, screen, waitFor } from "@testing-library/react";

import { skippingDelay } from "#tests/support/skip-delay.ts";
import { askedDate, meeting, memberApi, nora, openApp } from "#tests/support/web.tsx";

import { FAILURES, ownForm } from "./failures.ts";
import { openListening, openProfile, selectTab } from "./member-pages.ts";
import { pickFile, press } from "./page-steps.ts";
import { testFailures } from "./test-failures.ts";

const claim = { user: { id: nora.id, displayName: nora.displayName, photoURL: null }, quantity: 1, mine: true };
/** Home with the member's post, an answer, and two needs, one of them claimed. */
const board = () =>
  openApp("/", {
    ...memberApi,
    "GET /api/posts": [
      {
        id: 1,
        content: "Gouda",
        createdAt: "2026-01-05T17:00:00Z",
        user: { id: nora.id, displayName: nora.displayName, photoURL: null },
        mine: true,
        editedAt: null,
        meetingId: 3,
        needId: null,
      },
    ],
    "GET /api/meetings/current": {
      ...meeting,
      mine: { answer: "yes", guests: 0 },
      needs: [
        { id: 5, what: "Ice", quantity: 1, left: 1, claims: [] },
        { id: 6, what: "Wine", quantity: 1, left: 0, claims: [claim] },
      ],
    },
  });
/** Home of a host whose meeting asks for a date. */
const openDateQuestion = () =>
  openApp("/", {
    ...memberApi,
    "GET /api/meetings/current": {
      ...meeting,
      isHost: true,
      dates: [askedDate(9)],
    },
  });
const openHome = () => openApp("/", memberApi);
const changeField = (label: string, value: string) =>
  waitFor(() => {
    fireEvent.change(screen.getByRole("textbox", { name: label }), { target: { value } });
  });
/** The page makes this call on load, before the test could make it fail. */
const openHomeWithout = (call: string) => () => openApp("/", { ...memberApi, [call]: FAILURES[0]?.answer });

testFailures({
  "GET /api/content": { open: openHomeWithout("GET /api/content") },
  "GET /api/meetings/current": { open: openHomeWithout("GET /api/meetings/current") },
  "GET /api/books/current": { open: openHomeWithout("GET /api/books/current") },
  "GET /api/posts": { open: openHome },
  "POST /api/posts": {
    open: openHome,
    prepare: "Add Item",
    types: { "Your item": "A long thought-out list" },
    make: "Post",
    says: ({ status, message }) =>
      status === 401
        ? "Your session expired. Please refresh the page and log in again."
        : (message ?? "Failed to add your post. Please try again."),
    waiting: "Posting...",
  },
  "PATCH /api/posts/1": {
    open: board,
    prepare: async () => {
      await press("Edit 'Gouda'");
      await changeField("Your item", "Two Goudas");
    },
    make: "Save",
    says: "Your change wasn't saved. Please try again.",
    waiting: "Saving...",
  },
  "DELETE /api/posts/1": {
    open: board,
    make: () => skippingDelay(10_000, () => press("Delete 'Gouda'")),
    says: "Your post wasn't deleted. Please try again.",
  },
  "PUT /api/needs/5/claim": {
    open: board,
    make: /^I'll bring (it|them): Ice$/,
    says: "That wasn't saved. Please try again.",
  },
  "DELETE /api/needs/6/claim": {
    open: board,
    make: "I can't bring it: Wine",
    says: "That wasn't saved. Please try again.",
  },
  "PUT /api/meetings/3/answer": {
    open: board,
    make: "Maybe",
    says: "Your answer wasn't saved. Please try again.",
  },
  "DELETE /api/meetings/3/answer": {
    open: board,
    make: "I'm coming",
    says: "Your answer wasn't saved. Please try again.",
  },
  "PUT /api/meetings/3/dates/mine": {
    open: openDateQuestion,
    make: /^Wed, Jan 23/,
    says: "Your answer wasn't saved. Please try again.",
  },
  "PUT /api/meetings/3/host": { open: openHome, make: "I'll host", says: "That wasn't saved. Please try again." },
  "GET /api/meetings/hosts": { open: () => openApp("/hosts", memberApi) },
  "GET /api/profile": { open: openProfile },
  "GET /api/profile/calendar": { open: openProfile },
  "POST /api/profile/calendar": {
    open: openProfile,
    make: "Get my calendar address",
    says: "Couldn't create the address. Please try again.",
  },
  "DELETE /api/profile/calendar": {
    open: () => openProfile({ "GET /api/profile/calendar": { url: "http://localhost/calendar/x.ics" } }),
    make: ["Remove", "Remove it"],
    says: "The address wasn't removed. Please try again.",
  },
  "GET /api/profile/sessions": { open: openProfile },
  "PATCH /api/profile": {
    open: openProfile,
    types: { "Display name": "Nora W." },
    make: "Save details",
    says: "Failed to save your details. Please try again.",
    waiting: "Saving...",
    keeps: { Email: nora.email },
  },
  "POST /api/profile/password": {
    open: openProfile,
    types: { "Current password": "two chapters", "New password": "three chapters" },
    make: "Change password",
    says: "Failed to change your password. Please try again.",
    waiting: "Saving...",
  },
  "POST /api/profile/photo": {
    open: openProfile,
    make: () => pickFile("Photo file", new File(["picture"], "me.png", { type: "image/png" })),
    says: "Failed to save your photo. Please try again.",
    waiting: "Saving...",
  },
  "DELETE /api/profile/photo": {
    open: () => openProfile({ "GET /api/auth/user": { ...nora, photoURL: "/api/avatars/0.webp" } }),
    make: "Remove photo",
    says: "Failed to remove your photo. Please try again.",
  },
  "DELETE /api/profile/sessions/2": {
    open: openProfile,
    make: "Sign out Safari on iPhone",
    // a missing session is fine, because it should end
    says: (failure) =>
      failure.status === 404
        ? "That device is signed out"
        : ownForm("Failed to sign that device out. Please try again.")(failure),
  },
  "GET /api/audiobook-progress/history": { open: openListening, prepare: selectTab("History") },
  // a failed save is retried automatically, and dropped if the server will never accept it
  "POST /api/audiobook-progress": {
    open: openListening,
    make: "Forward 30 seconds",
    says: ({ status }) =>
      status === 403 || status === 404 ? undefined : "We're having trouble saving your listening progress.",
    onPage: true,
  },
});
