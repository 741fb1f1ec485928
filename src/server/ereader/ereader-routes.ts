import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { ConfirmedEreader, EreaderLink } from "#contract/profile.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { limitText } from "#server/access/limits.ts";
import type { Deps } from "#server/deps.ts";
import { EREADER_MAIL_LIMIT } from "#server/members/ereader-choice.ts";

import { confirmEreader, sendLinkAgain } from "./confirmation.ts";
import { sendBook, sendTest } from "./ereader.ts";

const NO_ADDRESS = "You have no eReader address, or the club sends no email.";

export const ereaderRoutes = (deps: Deps) => {
  const response = { 202: Type.Object({}) };
  return guardedRoutes(deps, { name: "ereader", tag: "eReader" })
    .post(
      "/api/books/:id/send",
      async ({ by, params, status }) => {
        await sendBook(deps, by, params.id);
        return status(202, {});
      },
      {
        member: true,
        detail: { summary: "Email an eBook to your eReader" },
        throws: {
          conflict: NO_ADDRESS,
          "too-large": "The eBook is larger than 7 MB.",
          "too-many": limitText(EREADER_MAIL_LIMIT),
        },
        params: IdParams,
        response,
      },
    )
    .post(
      "/api/profile/ereader/test",
      async ({ by, status }) => {
        await sendTest(deps, by);
        return status(202, {});
      },
      {
        member: true,
        detail: { summary: "Email a test page to your eReader" },
        throws: { conflict: NO_ADDRESS, "too-many": limitText(EREADER_MAIL_LIMIT) },
        response,
      },
    )
    .post(
      "/api/profile/ereader/link",
      ({ by, status }) => {
        sendLinkAgain(deps, by);
        return status(202, {});
      },
      {
        member: true,
        detail: { summary: "Email the link to confirm your eReader again" },
        throws: {
          conflict: "You have no eReader address to confirm, or the club sends no email.",
          "too-many": limitText(EREADER_MAIL_LIMIT),
        },
        response,
      },
    )
    .post("/api/ereader/confirm", ({ body }) => confirmEreader(deps, body), {
      open: true,
      detail: { summary: "Confirm an eReader by its link", description: "The link is good for a day." },
      throws: { "not-found": "The link doesn't work." },
      body: EreaderLink,
      response: ConfirmedEreader,
    });
};
