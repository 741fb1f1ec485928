import { book, memberApi, nora, openApp } from "#tests/support/web.tsx";

import { ownForm, unlessSilent } from "./failures.ts";
import { openListening, openProfile, selectTab } from "./member-pages.ts";
import { testFailures } from "./test-failures.ts";

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
const ebook = () =>
  openApp("/ebook", {
    ...memberApi,
    "GET /api/profile": reader,
    "GET /api/books/current": { ...book, ebookFilename: "wind.epub", ebookSize: 1000 },
  });

testFailures({
  "GET /api/profile/feeds/podcast": { open: openProfile },
  "POST /api/profile/feeds/podcast": {
    open: openProfile,
    make: "Get my podcast address",
    says: "Couldn't create the address. Please try again.",
  },
  "DELETE /api/profile/feeds/podcast": {
    open: () => openProfile({ "GET /api/profile/feeds/podcast": feed }),
    make: ["Remove", "Remove it"],
    says: "The address wasn't removed. Please try again.",
  },
  "POST /api/profile/ereader/test": {
    open: () => openProfile({ "GET /api/profile": reader }),
    make: "Send a test",
    says: unlessSilent(ownForm("The test wasn't sent. Please try again.")),
  },
  "POST /api/profile/ereader/link": {
    open: () => openProfile({ "GET /api/profile": { ...reader, ereaderConfirmed: false } }),
    make: "Send it again",
    says: "The link wasn't sent. Please try again.",
    waiting: "Sending...",
  },
  "POST /api/books/7/send": {
    open: () => ebook(),
    make: "Send to my eReader",
    says: unlessSilent(ownForm("The eBook wasn't sent. Please try again.")),
    waiting: "Sending...",
  },
});

const passkey = { id: 4, name: "Passkey 1", createdAt: "2026-01-05T17:00:00Z", lastUsedAt: null };
/** The profile in a browser with passkeys, which are removed after the test. */
const withPasskeys = () => {
  Object.assign(globalThis, { PublicKeyCredential: Object });
  return openApp("/profile", { ...memberApi, "GET /api/profile/passkeys": [passkey] });
};

testFailures({
  "POST /api/profile/passkeys/options": {
    open: withPasskeys,
    make: "Add a passkey",
    says: "No passkey was added. Please try again.",
    waiting: "Waiting for your device...",
  },
  "DELETE /api/profile/passkeys/4": {
    open: withPasskeys,
    make: ["Remove Passkey 1", "Remove"],
    says: "The passkey wasn't removed. Please try again.",
  },
});

testFailures({
  "GET /api/bookmarks": { open: openListening, prepare: selectTab("Bookmarks") },
  "POST /api/bookmarks": {
    open: openListening,
    prepare: selectTab("Bookmarks"),
    types: { Note: "Ratty's boat" },
    make: /^Bookmark /,
    says: "The bookmark wasn't saved. Please try again.",
  },
  "DELETE /api/bookmarks/1": {
    open: openListening,
    prepare: selectTab("Bookmarks"),
    make: "Remove the bookmark at 1:30",
    says: "The bookmark wasn't removed. Please try again.",
  },
});
