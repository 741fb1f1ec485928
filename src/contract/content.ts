import { type Static, Type } from "@sinclair/typebox";

import { LOCATION_MAX_LENGTH, MESSAGE_MAX_LENGTH } from "./limits.ts";
import { MeetingDate, MeetingTime } from "./meetings.ts";

const message = (name: string) =>
  Type.String({ maxLength: MESSAGE_MAX_LENGTH, error: `${name} may have at most ${MESSAGE_MAX_LENGTH} characters` });

export const Content = Type.Object({
  welcomeMessage: message("The welcome message"),
  presidentMessage: message("The president's message"),
  meetingDate: MeetingDate,
  meetingTime: MeetingTime,
  meetingLocation: Type.String({
    maxLength: LOCATION_MAX_LENGTH,
    error: `The meeting location may have at most ${LOCATION_MAX_LENGTH} characters`,
  }),
});
export type Content = Static<typeof Content>;

export const ContentPatch = Type.Partial(Content, {
  minProperties: 1,
  additionalProperties: false,
  error: "Send at least one field to change, and only known ones",
});
export type ContentPatch = Static<typeof ContentPatch>;

/** `was`: the fields as the caller saw them, to refuse a stale save. */
export const ContentChange = Type.Object(
  { ...ContentPatch.properties, was: Type.Optional(Type.Partial(Content)) },
  {
    minProperties: 1,
    additionalProperties: false,
    error: "Send at least one field to change, and only known ones",
  },
);
export type ContentChange = Static<typeof ContentChange>;
