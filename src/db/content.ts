import type { Database } from "bun:sqlite";

import type { Content, ContentPatch } from "#contract/content.ts";

/** The site content: one row (SPEC 3). */
export function createContentStore(db: Database) {
  const find = db.query<Content, []>(
    `SELECT welcome_message AS welcomeMessage, president_message AS presidentMessage, meeting_date AS meetingDate,
            meeting_time AS meetingTime, meeting_location AS meetingLocation FROM content WHERE id = 1`,
  );
  const update = db.query<never, { [Field in keyof Content]: string | null }>(
    `UPDATE content SET welcome_message = coalesce($welcomeMessage, welcome_message),
       president_message = coalesce($presidentMessage, president_message),
       meeting_date = coalesce($meetingDate, meeting_date), meeting_time = coalesce($meetingTime, meeting_time),
       meeting_location = coalesce($meetingLocation, meeting_location) WHERE id = 1`,
  );

  const read = (): Content => {
    const row = find.get();
    if (!row) throw new Error("The content row is missing");
    return row;
  };
  return {
    find: read,
    /** Changes the given fields only, so that two admins' edits of different fields both stay. */
    update: (patch: ContentPatch): Content => {
      update.run({
        welcomeMessage: patch.welcomeMessage ?? null,
        presidentMessage: patch.presidentMessage ?? null,
        meetingDate: patch.meetingDate ?? null,
        meetingTime: patch.meetingTime ?? null,
        meetingLocation: patch.meetingLocation ?? null,
      });
      return read();
    },
  };
}
