import { auditCalls } from "./audit.ts";
import { accessCalls, authCalls } from "./auth.ts";
import { downloadCalls, pictureCalls, resumableCalls, uploadCalls } from "./book-files.ts";
import { bookmarkCalls, highlightCalls } from "./bookmarks.ts";
import { bookCalls, lookUpCalls } from "./books.ts";
import { clubCalls, healthCalls } from "./club.ts";
import { emailCalls, unsubscribeCalls } from "./email.ts";
import { calendarCalls, calendarFeedCalls, feedCalls } from "./feeds.ts";
import { importCalls } from "./imports.ts";
import { invitationCalls } from "./invitations.ts";
import { answerLinkCalls, dateCalls, hostCalls } from "./meeting-calls.ts";
import { meetingCalls } from "./meetings.ts";
import { contentCalls, monthCalls } from "./months.ts";
import { needCalls } from "./needs.ts";
import { nominationCalls } from "./nominations.ts";
import { noteCalls } from "./notes.ts";
import { apiDocsCalls, backupCalls, storageCalls } from "./operations.ts";
import { passkeyCalls } from "./passkeys.ts";
import { listeningCalls, placeCalls } from "./places.ts";
import { planCalls } from "./plan.ts";
import { pollCalls } from "./polls.ts";
import { postCalls } from "./posts.ts";
import { ereaderCalls, ownDataCalls, profileCalls } from "./profile.ts";
import { pushCalls } from "./push.ts";
import { sentenceCalls } from "./sentences.ts";
import { copyCalls, shelfCalls } from "./shelf.ts";
import { readingCalls } from "./texts.ts";
import { userCalls } from "./users.ts";
import { wineCalls } from "./wines.ts";

/** Every call of the API, in the order of the product. A function, so that no schema reaches the browser. */
export const allCalls = () => ({
  ...authCalls().table,
  ...accessCalls().table,
  ...passkeyCalls().table,
  ...clubCalls().table,
  ...contentCalls().table,
  ...meetingCalls().table,
  ...dateCalls().table,
  ...hostCalls().table,
  ...needCalls().table,
  ...answerLinkCalls().table,
  ...calendarCalls().table,
  ...calendarFeedCalls().table,
  ...postCalls().table,
  ...bookCalls().table,
  ...downloadCalls().table,
  ...pictureCalls().table,
  ...listeningCalls().table,
  ...placeCalls().table,
  ...readingCalls().table,
  ...sentenceCalls().table,
  ...planCalls().table,
  ...bookmarkCalls().table,
  ...highlightCalls().table,
  ...copyCalls().table,
  ...noteCalls().table,
  ...nominationCalls().table,
  ...pollCalls().table,
  ...lookUpCalls().table,
  ...shelfCalls().table,
  ...importCalls().table,
  ...wineCalls().table,
  ...profileCalls().table,
  ...ownDataCalls().table,
  ...pushCalls().table,
  ...ereaderCalls().table,
  ...feedCalls().table,
  ...userCalls().table,
  ...invitationCalls().table,
  ...monthCalls().table,
  ...uploadCalls().table,
  ...resumableCalls().table,
  ...emailCalls().table,
  ...unsubscribeCalls().table,
  ...auditCalls().table,
  ...backupCalls().table,
  ...storageCalls().table,
  ...healthCalls().table,
  ...apiDocsCalls().table,
});

export type Calls = ReturnType<typeof allCalls>;
export type CallKey = keyof Calls;
