import type { Database } from "bun:sqlite";

import { createAnchorStore } from "./anchors.ts";
import { createAttemptStore } from "./attempts.ts";
import { createAuditStore } from "./audit.ts";
import { createBatchWrite } from "./batch-write.ts";
import { createBoardResetStore } from "./board-resets.ts";
import { createBookmarkStore } from "./bookmarks.ts";
import { createBookStore } from "./books.ts";
import { createContentStore, createMonthMessageStore } from "./content.ts";
import { createCopyStore } from "./copies.ts";
import { createCounts, createUsageStore } from "./counts.ts";
import { createDeviceStore } from "./devices.ts";
import { createEditionStore } from "./editions.ts";
import { createAnnouncementStore, createEmailStore } from "./email.ts";
import { createEreaderChoiceStore, createEreaderStore } from "./ereaders.ts";
import { createMemberExport } from "./export.ts";
import { createCalendarFeedStore, createFeedStore } from "./feeds.ts";
import { createSendStore } from "./idempotency-keys.ts";
import { createImportStore } from "./imports.ts";
import { createInvitationStore } from "./invitations.ts";
import { lazyProperties } from "./lazy-properties.ts";
import { createMatchStore } from "./matches.ts";
import { createMeetingAnswerStore } from "./meeting-answers.ts";
import { createMeetingDateStore } from "./meeting-dates.ts";
import { createHostMailStore, createMeetingHostStore } from "./meeting-hosts.ts";
import { createMeetingNeedStore } from "./meeting-needs.ts";
import { createMeetingStore } from "./meetings.ts";
import { createNominationStore } from "./nominations.ts";
import { createNoteStore } from "./notes.ts";
import { createOneTimeStore } from "./one-time-tokens.ts";
import { truncateWal, walBytes } from "./open.ts";
import { createOutboxStore } from "./outbox.ts";
import { createPaceChoiceStore } from "./pace-choice.ts";
import { createPaperStore } from "./paper.ts";
import { createPasskeyStore } from "./passkeys.ts";
import { createPollStore } from "./polls.ts";
import { createPostStore } from "./posts.ts";
import { createProgressStore, createReadingStore } from "./progress.ts";
import { createPushStore } from "./push.ts";
import { createQueryCache } from "./query-cache.ts";
import { createReplyStore } from "./replies.ts";
import { createReviewStore } from "./reviews.ts";
import { createSecretStore } from "./revoke-secrets.ts";
import { createSessionStore } from "./sessions.ts";
import { createSetUpStore, createSigningKeyStore } from "./setup-code.ts";
import { createShelfStore } from "./shelf.ts";
import { copyDatabase, findDamage, listNamedFiles } from "./snapshot.ts";
import { createUserStore } from "./users.ts";
import { createWineStore } from "./wines.ts";

export type Stores = ReturnType<typeof createStores>;

export function createStores(db: Database) {
  const cached = createQueryCache(db);
  return Object.assign(
    // preparing all statements at start would take 5 MiB and 37 ms (decision 0030)
    lazyProperties(db, {
      announcements: createAnnouncementStore,
      attempts: createAttemptStore,
      boardResets: createBoardResetStore,
      bookmarks: createBookmarkStore,
      audit: createAuditStore,
      books: (db: Database) => {
        const { find, findCurrent, findFile, ...books } = createBookStore(db);
        return { ...books, find: cached(find), findCurrent: cached(findCurrent), findFile: cached(findFile) };
      },
      calendarFeeds: createCalendarFeedStore,
      content: createContentStore,
      copies: createCopyStore,
      devices: createDeviceStore,
      editions: createEditionStore,
      email: createEmailStore,
      paceChoice: createPaceChoiceStore,
      ereaderChoices: createEreaderChoiceStore,
      ereaders: createEreaderStore,
      feeds: createFeedStore,
      imports: createImportStore,
      invitations: createInvitationStore,
      meetingAnswers: (db: Database) => {
        const { count, people, ...answers } = createMeetingAnswerStore(db);
        // 500 people, and counting them, take ten times as long as the rest of a meeting
        return { ...answers, count: cached(count), people: cached(people) };
      },
      meetingDates: createMeetingDateStore,
      hostMails: createHostMailStore,
      meetingHosts: createMeetingHostStore,
      meetingNeeds: createMeetingNeedStore,
      meetings: createMeetingStore,
      monthMessages: createMonthMessageStore,
      matches: createMatchStore,
      anchors: createAnchorStore,
      nominations: createNominationStore,
      exportMember: createMemberExport,
      notes: createNoteStore,
      oneTime: createOneTimeStore,
      outbox: createOutboxStore,
      passkeys: createPasskeyStore,
      polls: createPollStore,
      posts: createPostStore,
      push: createPushStore,
      progress: createProgressStore,
      paper: createPaperStore,
      reading: createReadingStore,
      replies: createReplyStore,
      reviews: createReviewStore,
      secrets: createSecretStore,
      sends: createSendStore,
      sessions: (db: Database) => {
        const { find, ...sessions } = createSessionStore(db);
        return { ...sessions, find: cached(find) };
      },
      setUp: createSetUpStore,
      shelf: (db: Database) => {
        const { meetings, ...shelf } = createShelfStore(db);
        return { ...shelf, meetings: cached(meetings) };
      },
      signingKey: createSigningKeyStore,
      usage: createUsageStore,
      users: createUserStore,
      wines: createWineStore,
      count: createCounts,
    }),
    {
      /** Writes and removes a row, to see that the database is writable; throws SQLite's error. */
      probeWrite: () => {
        db.run("SAVEPOINT probe");
        try {
          db.run("UPDATE content SET id = 1 WHERE id = 1");
        } finally {
          db.run("ROLLBACK TO probe; RELEASE probe");
        }
      },
      copyTo: (path: string) => copyDatabase(db, path),
      findDamage: () => findDamage(db),
      truncateWal: () => truncateWal(db),
      logBytes: () => walBytes(db),
      listNamedFiles: () => listNamedFiles(db),
      batchWrite: createBatchWrite(db),
      /** One transaction around `work`, never async: it would commit at the first await. Services use `writeAs`. */
      transaction: <Result>(work: () => Result): Result => db.transaction(work).immediate(),
    },
  );
}
