import { calls } from "./call.ts";
import { Health } from "./club.ts";

export const healthCalls = () =>
  calls("Club", {
    "GET /api/health": {
      by: "visitor",
      summary: "Tell whether the club works",
      description:
        "503 when its database can't be written, or while a new version upgrades it. `incomplete` while a folder of books or pictures is missing, which is named for admins.",
      response: Health,
    },
  });
