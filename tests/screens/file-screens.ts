import { replies } from "./admin-states.ts";
import {
  admin,
  choose,
  member,
  press,
  reply,
  respond,
  type Screen,
  shown,
  steps,
  visitor,
  withMail,
} from "./screen.ts";

const FEEDS = "https://club.example.org/feeds/3Xw8Zk1vQmT0c7yD5nRbUaLhE2sJfPgKoVi9xM4tN6A";
const BUCKET_ERROR = "The bucket's service can't be reached: check S3_ENDPOINT and the network.";
const ereader = (ereaderConfirmed: boolean) =>
  respond<object>("**/api/profile", (profile) => ({
    ...profile,
    ereaderEmail: "teo@kindle.example",
    ereaderConfirmed,
  }));
const withEreader = ereader(true);

export const fileScreens: Screen[] = [
  visitor("ereader", "/ereader#secret"),
  visitor("ereader confirmed", "/ereader#secret", {
    respond: reply("**/api/ereader/confirm", { ereaderEmail: "teo@kindle.example" }),
    prepare: steps(press("Confirm my eReader"), shown("Books can now be sent")),
  }),
  member("profile eReader unconfirmed", "/profile#eReader", { respond: steps(ereader(false), withMail) }),
  member("ebook to unconfirmed eReader", "/ebook", { respond: ereader(false) }),
  member("ebook to eReader", "/ebook", { respond: withEreader }),
  member("profile apps", "/profile#apps", {
    respond: async (page) => {
      const lastUse = { lastFetchedAt: "2026-11-09T08:00:00.000Z", lastFetchedBy: "AntennaPod/3.4" };
      await replies({
        "**/api/profile/feeds/podcast": { url: `${FEEDS}/podcast.xml`, ...lastUse },
        "**/api/profile/feeds/opds": { url: `${FEEDS}/opds`, lastFetchedAt: null, lastFetchedBy: null },
      })(page);
      await withEreader(page);
    },
  }),
  admin("admin upload interrupted", "/admin?tab=audiobook", {
    respond: (page) => page.route("**/api/uploads*", (route) => route.abort()),
    prepare: steps(
      choose("Audiobook file", {
        name: "The Green Chair.m4b",
        mimeType: "audio/mp4",
        buffer: Buffer.alloc(1000),
      }),
      shown("Connection lost."),
    ),
  }),
  admin("admin health bucket", "/admin/health", {
    respond: async (page) => {
      await respond<object>("**/api/storage", (storage) => ({
        ...storage,
        bucket: { waiting: 2, fault: BUCKET_ERROR },
      }))(page);
      const message = `It is here, but not in the bucket: ${BUCKET_ERROR}`;
      const last = { at: "2026-11-09T08:00:00.000Z", kind: "nightly", outcome: "incomplete", message };
      await respond<object>("**/api/backups", (backups) => ({ ...backups, last }))(page);
    },
  }),
];
