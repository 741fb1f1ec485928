import { Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { ISO_TIME } from "./date-patterns.ts";
import { IdParams } from "./ids.ts";
import { sends, sendsFile } from "./media.ts";
import { PatternText } from "./text.ts";

export const downloadCalls = () =>
  calls("Books", {
    "GET /api/download/ebook/:id": {
      by: "member",
      summary: "Download an eBook",
      params: IdParams,
      query: Version,
      response: sendsFile("The eBook.", EPUB),
      hasHead: true,
    },
    "GET /api/download/audiobook/:id": {
      by: "member",
      summary: "Download or play an audiobook",
      params: IdParams,
      query: Version,
      response: sendsFile("The audiobook.", ...SOUND),
      hasHead: true,
    },
  });

/** `v` is the `uploadedAt` of the file a player started with. */
const Version = Type.Object({
  v: Type.Optional(PatternText(ISO_TIME, { max: 24 })),
});

const EPUB = "application/epub+zip";

const SOUND = ["audio/mp4", "audio/mpeg"];

const PICTURE = sends("The picture, which never changes.", "image/webp");

export const pictureCalls = () =>
  calls("Books", {
    "GET /api/covers/small/:name": {
      by: "member",
      summary: "Send a small cover",
      params: Type.Object({ name: PatternText(/^[0-9a-f]{64}\.webp$/u, { max: 69 }) }),
      response: PICTURE,
    },
    "GET /api/avatars/*": { by: "member", summary: "Send a picture", response: PICTURE },
    "GET /api/covers/*": { by: "member", summary: "Send a picture", response: PICTURE },
  });
