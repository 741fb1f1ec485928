import { auditCalls } from "./audit.ts";
import { authCalls } from "./auth.ts";
import { bookFileCalls, uploadCalls } from "./book-files.ts";
import { bookProgressCalls } from "./book-progress.ts";
import { bookmarkCalls } from "./bookmarks.ts";
import { bookCalls } from "./books.ts";
import { clubCalls } from "./club.ts";
import { emailCalls } from "./email.ts";
import { calendarCalls, feedCalls } from "./feeds.ts";
import { importCalls } from "./imports.ts";
import { invitationCalls } from "./invitations.ts";
import { hostAndDateCalls } from "./meeting-calls.ts";
import { meetingCalls } from "./meetings.ts";
import { monthCalls } from "./months.ts";
import { needCalls } from "./needs.ts";
import { nominationCalls } from "./nominations.ts";
import { noteCalls } from "./notes.ts";
import { operationCalls } from "./operations.ts";
import { passkeyCalls } from "./passkeys.ts";
import { planCalls } from "./plan.ts";
import { pollCalls } from "./polls.ts";
import { postCalls } from "./posts.ts";
import { ereaderCalls, profileCalls } from "./profile.ts";
import { audiobookProgressCalls } from "./progress.ts";
import { pushCalls } from "./push.ts";
import { readingCalls } from "./reading.ts";
import { sentenceCalls } from "./sentences.ts";
import { copyCalls, shelfCalls } from "./shelf.ts";
import { userCalls } from "./users.ts";
import { wineCalls } from "./wines.ts";

/** Every call of the API, in the order of the product. A function, so that no schema reaches the browser. */
export const allCalls = () => ({
  ...authCalls(),
  ...passkeyCalls(),
  ...clubCalls(),
  ...meetingCalls(),
  ...hostAndDateCalls(),
  ...needCalls(),
  ...calendarCalls(),
  ...postCalls(),
  ...bookCalls(),
  ...bookFileCalls(),
  ...audiobookProgressCalls(),
  ...bookProgressCalls(),
  ...readingCalls(),
  ...sentenceCalls(),
  ...planCalls(),
  ...bookmarkCalls(),
  ...copyCalls(),
  ...noteCalls(),
  ...nominationCalls(),
  ...pollCalls(),
  ...shelfCalls(),
  ...importCalls(),
  ...wineCalls(),
  ...profileCalls(),
  ...pushCalls(),
  ...ereaderCalls(),
  ...feedCalls(),
  ...userCalls(),
  ...invitationCalls(),
  ...monthCalls(),
  ...uploadCalls(),
  ...emailCalls(),
  ...auditCalls(),
  ...operationCalls(),
});

export type Calls = ReturnType<typeof allCalls>;
export type CallKey = keyof Calls;
