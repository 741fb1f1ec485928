import { Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { sends } from "./media.ts";
import { ExactText } from "./text.ts";

const LinkQuery = Type.Object({ token: ExactText({ max: 100, error: "This link is incomplete" }) });

export const unsubscribeCalls = () =>
  calls("Email", {
    "GET /api/unsubscribe": {
      by: "visitor",
      summary: "Ask before unsubscribing",
      description: "A page for people who follow an email's link.",
      query: LinkQuery,
      response: sends("A page that says so.", "text/html"),
      throws: { "not-found": "The link doesn't work." },
    },
    "POST /api/unsubscribe": {
      by: "visitor",
      summary: "Unsubscribe from one kind of email",
      description:
        "At once with the form field `List-Unsubscribe=One-Click` (RFC 8058). The page that GET shows has two steps.",
      isForm: true,
      query: LinkQuery,
      response: sends("A page that says so.", "text/html"),
      throws: { "not-found": "The link doesn't work.", invalid: "Neither RFC 8058's form nor one of the page's." },
    },
  });
