import club from "./migrations/0001_club.sql" with { type: "text" };
import listening from "./migrations/0002_listening.sql" with { type: "text" };
import admin from "./migrations/0003_admin.sql" with { type: "text" };
import email from "./migrations/0004_email.sql" with { type: "text" };
import emailEnabled from "./migrations/0005_email_enabled.sql" with { type: "text" };
import postsWithoutUserIndex from "./migrations/0006_posts_without_user_index.sql" with { type: "text" };
import meetings from "./migrations/0007_meetings.sql" with { type: "text" };
import makers from "./migrations/0008_makers.sql" with { type: "text" };
import reading from "./migrations/0009_reading.sql" with { type: "text" };
import meetingMail from "./migrations/0010_meeting_mail.sql" with { type: "text" };
import shelf from "./migrations/0011_shelf.sql" with { type: "text" };
import accounts from "./migrations/0012_accounts.sql" with { type: "text" };
import feeds from "./migrations/0013_feeds.sql" with { type: "text" };
import votes from "./migrations/0014_votes.sql" with { type: "text" };
import talk from "./migrations/0015_talk.sql" with { type: "text" };
import came from "./migrations/0016_came.sql" with { type: "text" };
import clearedPosts from "./migrations/0017_cleared_posts.sql" with { type: "text" };
import resets from "./migrations/0018_resets.sql" with { type: "text" };
import anchors from "./migrations/0019_anchors.sql" with { type: "text" };
import usage from "./migrations/0020_usage.sql" with { type: "text" };
import setPast from "./migrations/0021_set_past.sql" with { type: "text" };
import sendKeys from "./migrations/0022_send_keys.sql" with { type: "text" };
import pace from "./migrations/0023_pace.sql" with { type: "text" };
import ereaderConfirmed from "./migrations/0024_ereader_confirmed.sql" with { type: "text" };
import nominationPages from "./migrations/0025_nomination_pages.sql" with { type: "text" };
import freePages from "./migrations/0026_free_pages.sql" with { type: "text" };
import usernameFolds from "./migrations/0027_username_folds.sql" with { type: "text" };
import deferredMail from "./migrations/0028_deferred_mail.sql" with { type: "text" };
import datesAndHosts from "./migrations/0029_dates_and_hosts.sql" with { type: "text" };
import moreSendKeys from "./migrations/0030_more_send_keys.sql" with { type: "text" };
import waitingMail from "./migrations/0031_waiting_mail.sql" with { type: "text" };
import paper from "./migrations/0032_paper.sql" with { type: "text" };
import adoptionsAndCopies from "./migrations/0033_adoptions_and_copies.sql" with { type: "text" };
import paperUndo from "./migrations/0034_paper_undo.sql" with { type: "text" };
import checkedSound from "./migrations/0035_checked_sound.sql" with { type: "text" };
import apostrophes from "./migrations/0036_apostrophes.sql" with { type: "text" };
import unseenMarks from "./migrations/0037_unseen_marks.sql" with { type: "text" };
import deletedSends from "./migrations/0038_deleted_sends.sql" with { type: "text" };
import heardOf from "./migrations/0039_heard_of.sql" with { type: "text" };
import editedBookmarks from "./migrations/0040_edited_bookmarks.sql" with { type: "text" };
import hostMails from "./migrations/0041_host_mails.sql" with { type: "text" };
import refusals from "./migrations/0042_refusals.sql" with { type: "text" };
import editions from "./migrations/0043_editions.sql" with { type: "text" };

/** Immutable once released: a change is a new step. */
export type Migration = { version: number; name: string; sql: string };

/** In order; `version` becomes the database's `user_version`. */
export const migrations: readonly Migration[] = [
  { version: 1, name: "club", sql: club },
  { version: 2, name: "listening", sql: listening },
  { version: 3, name: "admin", sql: admin },
  { version: 4, name: "email", sql: email },
  { version: 5, name: "email_enabled", sql: emailEnabled },
  { version: 6, name: "posts_without_user_index", sql: postsWithoutUserIndex },
  { version: 7, name: "meetings", sql: meetings },
  { version: 8, name: "makers", sql: makers },
  { version: 9, name: "reading", sql: reading },
  { version: 10, name: "meeting_mail", sql: meetingMail },
  { version: 11, name: "shelf", sql: shelf },
  { version: 12, name: "accounts", sql: accounts },
  { version: 13, name: "feeds", sql: feeds },
  { version: 14, name: "votes", sql: votes },
  { version: 15, name: "talk", sql: talk },
  { version: 16, name: "came", sql: came },
  { version: 17, name: "cleared_posts", sql: clearedPosts },
  { version: 18, name: "resets", sql: resets },
  { version: 19, name: "anchors", sql: anchors },
  { version: 20, name: "usage", sql: usage },
  { version: 21, name: "set_past", sql: setPast },
  { version: 22, name: "send_keys", sql: sendKeys },
  { version: 23, name: "pace", sql: pace },
  { version: 24, name: "ereader_confirmed", sql: ereaderConfirmed },
  { version: 25, name: "nomination_pages", sql: nominationPages },
  { version: 26, name: "free_pages", sql: freePages },
  { version: 27, name: "username_folds", sql: usernameFolds },
  { version: 28, name: "deferred_mail", sql: deferredMail },
  { version: 29, name: "dates_and_hosts", sql: datesAndHosts },
  { version: 30, name: "more_send_keys", sql: moreSendKeys },
  { version: 31, name: "waiting_mail", sql: waitingMail },
  { version: 32, name: "paper", sql: paper },
  { version: 33, name: "adoptions_and_copies", sql: adoptionsAndCopies },
  { version: 34, name: "paper_undo", sql: paperUndo },
  { version: 35, name: "checked_sound", sql: checkedSound },
  { version: 36, name: "apostrophes", sql: apostrophes },
  { version: 37, name: "unseen_marks", sql: unseenMarks },
  { version: 38, name: "deleted_sends", sql: deletedSends },
  { version: 39, name: "heard_of", sql: heardOf },
  { version: 40, name: "edited_bookmarks", sql: editedBookmarks },
  { version: 41, name: "host_mails", sql: hostMails },
  { version: 42, name: "refusals", sql: refusals },
  { version: 43, name: "editions", sql: editions },
];
