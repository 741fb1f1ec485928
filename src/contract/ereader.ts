import { Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { IdParams } from "./ids.ts";
import { EREADER_MAIL_LIMIT } from "./limits.ts";
import { ConfirmedEreader, EreaderLink } from "./profile.ts";

export const ereaderCalls = () =>
  calls("eReader", {
    "POST /api/books/:id/send": {
      by: "member",
      summary: "Email an eBook to your eReader",
      params: IdParams,
      status: 202,
      response: Type.Object({}),
      throws: { conflict: NO_ADDRESS, "too-large": "The eBook is larger than 7 MB." },
      limits: [EREADER_MAIL_LIMIT],
    },
    "POST /api/profile/ereader/test": {
      by: "member",
      summary: "Email a test page to your eReader",
      status: 202,
      response: Type.Object({}),
      throws: { conflict: NO_ADDRESS },
      limits: [EREADER_MAIL_LIMIT],
    },
    "POST /api/profile/ereader/link": {
      by: "member",
      summary: "Email the link to confirm your eReader again",
      status: 202,
      response: Type.Object({}),
      throws: { conflict: "You have no eReader address to confirm, or the club sends no email." },
      limits: [EREADER_MAIL_LIMIT],
    },
    "POST /api/ereader/confirm": {
      by: "visitor",
      summary: "Confirm an eReader by its link",
      description: "The link is good for a day.",
      body: EreaderLink,
      response: ConfirmedEreader,
      throws: { "not-found": "The link doesn't work." },
    },
  });

const NO_ADDRESS = "You have no eReader address, or the club sends no email.";
