import { waitFor } from "@testing-library/react";

import { type Api, audiobook, memberApi, nora, openApp } from "#tests/support/web.tsx";

const place = { bookId: 7, currentTime: 60, chapter: 0, updatedAt: null, revision: 3, device: null };
const bookmark = { id: 1, bookId: 7, currentTime: 90, chapter: 0, note: "Mole", createdAt: "2026-01-05T17:00:00Z" };
const sessionTimes = { createdAt: "2026-01-05T17:00:00Z", lastSeenAt: "2026-01-06T17:00:00Z" };

export const openProfile = (api: Api = {}) =>
  openApp("/profile", {
    ...memberApi,
    "GET /api/profile": {
      ...nora,
      wantsMonthlyMail: true,
      wantsMeetingMail: true,
      wantsAnnouncements: true,
      wantsPace: true,
    },
    "GET /api/profile/calendar": { url: null },
    "GET /api/profile/feeds/podcast": { url: null, lastFetchedAt: null, lastFetchedBy: null },
    "GET /api/profile/feeds/opds": { url: null, lastFetchedAt: null, lastFetchedBy: null },
    "GET /api/profile/passkeys": [],
    "GET /api/profile/sessions": [
      { id: 1, device: "Firefox on Linux", current: true, ...sessionTimes },
      { id: 2, device: "Safari on iPhone", current: false, ...sessionTimes },
    ],
    ...api,
  });

export const openListening = (api: Api = {}) =>
  openApp("/audiobook", {
    ...memberApi,
    "GET /api/books/current": audiobook,
    "GET /api/audiobook-progress": place,
    "GET /api/audiobook-progress/history": [],
    "GET /api/bookmarks": [bookmark],
    "POST /api/audiobook-progress": place,
    ...api,
  });

export const selectTab = (name: string) => () =>
  waitFor(() => {
    const tabElement = [...document.querySelectorAll<HTMLElement>("[role=tab]")].find(
      ({ textContent }) => textContent === name,
    );
    if (!tabElement) throw new Error(`No tab '${name}'`);
    tabElement.click();
  });
