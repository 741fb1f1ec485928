import { type Static, Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { MESSAGE_MAX_LENGTH } from "./limits.ts";
import { MeetingDate, MeetingFields, MeetingTime } from "./meetings.ts";
import { LastSeenText, LongText } from "./text.ts";
import { PATCH_OPTIONS } from "./typebox.ts";

const message = (name: string) =>
  LongText({ max: MESSAGE_MAX_LENGTH, error: `${name} may have at most ${MESSAGE_MAX_LENGTH} characters` });

export const PresidentMessage = message("The message from the team");

const ContentFields = Type.Object({
  welcomeMessage: message("The welcome message"),
  presidentMessage: PresidentMessage,
  meetingDate: MeetingDate,
  meetingTime: MeetingTime,
  meetingLocation: MeetingFields.properties.location,
});

export const Content = Type.Object({
  welcomeMessage: Type.String(),
  presidentMessage: Type.String(),
  meetingDate: Type.String(),
  meetingTime: Type.String(),
  meetingLocation: Type.String(),
});
export type Content = Static<typeof Content>;

export const ContentPatch = Type.Partial(ContentFields, PATCH_OPTIONS);
export type ContentPatch = Static<typeof ContentPatch>;

const SeenContent = Type.Object({
  welcomeMessage: LastSeenText(),
  presidentMessage: LastSeenText(),
  meetingDate: LastSeenText(),
  meetingTime: LastSeenText(),
  meetingLocation: LastSeenText(),
});

/** `was`: the fields as the caller saw them, to refuse a stale save. */
export const ContentChange = Type.Object(
  { ...ContentPatch.properties, was: Type.Optional(Type.Partial(SeenContent)) },
  PATCH_OPTIONS,
);
export type ContentChange = Static<typeof ContentChange>;

export const contentCalls = () =>
  calls("Months", {
    "GET /api/content": {
      by: "member",
      summary: "Show the messages and the current meeting",
      response: Content,
    },
    "PATCH /api/content": {
      by: "admin",
      summary: "Change the messages and the current meeting",
      description: "A date after a meeting that is over plans a new one.",
      body: ContentChange,
      response: Content,
      throws: { conflict: "A field in `was` has changed in the meantime." },
    },
  });
