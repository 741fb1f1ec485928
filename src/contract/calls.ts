import { accessCalls } from "./access.ts";
import { answerLinkCalls } from "./answer-links.ts";
import { apiDocsCalls } from "./api-docs.ts";
import { auditCalls } from "./audit.ts";
import { authCalls } from "./auth.ts";
import { backupCalls } from "./backups.ts";
import { bookmarkCalls, highlightCalls } from "./bookmarks.ts";
import { bookCalls } from "./books.ts";
import { calendarCalls, calendarFeedCalls } from "./calendar.ts";
import { clubCalls, healthCalls } from "./club.ts";
import { contentCalls } from "./content.ts";
import { copyCalls } from "./copies.ts";
import { dateCalls } from "./date-polls.ts";
import { downloadCalls, pictureCalls } from "./downloads.ts";
import { emailCalls } from "./email.ts";
import { ereaderCalls } from "./ereader.ts";
import { feedCalls } from "./feeds.ts";
import { importCalls } from "./imports.ts";
import { invitationCalls } from "./invitations.ts";
import { lookUpCalls } from "./look-ups.ts";
import { hostCalls } from "./meeting-hosts.ts";
import { meetingCalls } from "./meetings.ts";
import { monthCalls } from "./months.ts";
import { needCalls } from "./needs.ts";
import { nominationCalls } from "./nominations.ts";
import { noteCalls } from "./notes.ts";
import { passkeyCalls } from "./passkeys.ts";
import { listeningCalls, placeCalls } from "./places.ts";
import { planCalls } from "./plan.ts";
import { pollCalls } from "./polls.ts";
import { postCalls } from "./posts.ts";
import { ownDataCalls, profileCalls } from "./profile.ts";
import { pushCalls } from "./push.ts";
import { sentenceCalls } from "./sentences.ts";
import { shelfCalls } from "./shelf.ts";
import { storageCalls } from "./storage.ts";
import { readingCalls } from "./texts.ts";
import { unsubscribeCalls } from "./unsubscribe.ts";
import { resumableCalls, uploadCalls } from "./uploads.ts";
import { userCalls } from "./users.ts";
import { wineCalls } from "./wines.ts";

/** Every call of the API, in the order of the product. A function, so that no schema reaches the browser. */
export const allCalls = () => ({
  // signing in
  ...authCalls().table,
  ...accessCalls().table,
  ...passkeyCalls().table,
  // the evening
  ...clubCalls().table,
  ...contentCalls().table,
  ...meetingCalls().table,
  ...dateCalls().table,
  ...hostCalls().table,
  ...needCalls().table,
  ...answerLinkCalls().table,
  ...calendarCalls().table,
  ...calendarFeedCalls().table,
  // the board
  ...postCalls().table,
  // the book, read and heard
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
  // talk
  ...noteCalls().table,
  // the next book
  ...nominationCalls().table,
  ...pollCalls().table,
  ...lookUpCalls().table,
  // the shelf
  ...shelfCalls().table,
  ...importCalls().table,
  ...wineCalls().table,
  // a member's own
  ...profileCalls().table,
  ...ownDataCalls().table,
  ...pushCalls().table,
  ...ereaderCalls().table,
  ...feedCalls().table,
  // running the club
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
