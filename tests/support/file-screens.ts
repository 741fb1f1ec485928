import { answers } from "./admin-states.ts";
import { altered, choose, press, type Screen, sent, shown, steps, withMail } from "./screen.ts";

const member = { setting: "full", as: "member" } as const;
const admin = { setting: "full", as: "admin" } as const;

const FEEDS = "https://club.example.org/feeds/3Xw8Zk1vQmT0c7yD5nRbUaLhE2sJfPgKoVi9xM4tN6A";
const FAULT = "The bucket's service can't be reached: check S3_ENDPOINT and the network.";
const ereader = (ereaderConfirmed: boolean) =>
  altered<object>("**/api/profile", (profile) => ({
    ...profile,
    ereaderEmail: "teo@kindle.example",
    ereaderConfirmed,
  }));
const withEreader = ereader(true);

/** Big files, other apps, other disks (BEYOND 8). */
export const fileScreens: Screen[] = [
  { setting: "full", as: "visitor", name: "ereader", path: "/ereader#secret" },
  {
    setting: "full",
    as: "visitor",
    name: "ereader confirmed",
    path: "/ereader#secret",
    answer: sent("**/api/ereader/confirm", { ereaderEmail: "teo@kindle.example" }),
    act: steps(press("Confirm my eReader"), shown("Books can now be sent")),
  },
  {
    ...member,
    name: "profile eReader unconfirmed",
    path: "/profile",
    answer: steps(ereader(false), withMail),
  },
  { ...member, name: "ebook to unconfirmed eReader", path: "/ebook", answer: ereader(false) },
  { ...member, name: "ebook to eReader", path: "/ebook", answer: withEreader },
  {
    ...member,
    name: "profile apps",
    path: "/profile",
    answer: async (page) => {
      const used = { lastFetchedAt: "2026-11-09T08:00:00.000Z", lastFetchedBy: "AntennaPod/3.4" };
      await answers({
        "**/api/profile/feeds/podcast": { url: `${FEEDS}/podcast.xml`, ...used },
        "**/api/profile/feeds/opds": { url: `${FEEDS}/opds`, lastFetchedAt: null, lastFetchedBy: null },
      })(page);
      await withEreader(page);
    },
  },
  {
    ...admin,
    name: "admin upload interrupted",
    path: "/admin?tab=audiobook",
    answer: (page) => page.route("**/api/uploads*", (route) => route.abort()),
    act: steps(
      choose("Audiobook file", {
        name: "The Green Chair.m4b",
        mimeType: "audio/mp4",
        buffer: Buffer.alloc(9 * 1024 * 1024),
      }),
      shown("Connection lost."),
    ),
  },
  {
    ...admin,
    name: "admin health bucket",
    path: "/admin/health",
    answer: async (page) => {
      await altered<object>("**/api/storage", (storage) => ({ ...storage, bucket: { waiting: 2, fault: FAULT } }))(
        page,
      );
      const message = `It is here, but not in the bucket: ${FAULT}`;
      const last = { at: "2026-11-09T08:00:00.000Z", kind: "nightly", outcome: "incomplete", message };
      await altered<object>("**/api/backups", (backups) => ({ ...backups, last }))(page);
    },
  },
];
