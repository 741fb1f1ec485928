import type { Book } from "#contract/books.ts";
import { EREADER_BOOK_MAX_BYTES } from "#contract/limits.ts";
import { type ConfirmedEreader, EREADER_MAIL_LIMIT, type EreaderLink } from "#contract/profile.ts";
import { isNotificationTime } from "#contract/zoned-time.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { consumeOneTimeToken, findTokenOwner } from "#server/access/one-time-tokens.ts";
import { describeError } from "#server/adapters/log.ts";
import { redactAddresses } from "#server/adapters/mail-service.ts";
import { findCurrentBook } from "#server/books/current-book.ts";
import { ebookFilename } from "#server/books/download-names.ts";
import { findDownload } from "#server/books/downloads.ts";
import { requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { confirmEreaderAddress, findEreaderChoice, sendEreaderLink } from "#server/members/ereader-choice.ts";
import { isMailEnabled } from "#server/outbox/outbox.ts";

import { composeFile } from "./compose.ts";
import { sendUnqueued } from "./email.ts";
import { requireMailReady } from "./monthly-mail.ts";

const BYTES_PER_MB = 1024 * 1024;
/** Base64 and the headers take the rest of a mail. */
const ATTACHMENT_MAX_FRACTION = 0.7;

/** BEYOND 8. @throws AppError 'not-found'; 'conflict'; 'too-large'; as `sendEreaderTest` */
export async function sendBookToEreader(deps: Deps, actor: Caller, bookId: number): Promise<void> {
  const book = requireBook(deps, actor.user, bookId);
  if (book.ebookSize === null) throw new AppError("not-found", "This book has no eBook.");
  const ereaderAddress = requireEreaderAddress(deps, actor.user.id);
  requireMaxSize(book.ebookSize, await getMaxBookBytes(deps));
  writeAs(deps, actor, (author) => consumeLimit(deps, author, EREADER_MAIL_LIMIT));
  await mailBookFile(deps, book, ereaderAddress);
  deps.stores.transaction(() => deps.stores.ereaderBooks.updateRefusal(actor.user.id, bookId, ""));
}

/** @throws AppError 'conflict'; 'too-many'; 'unreachable'; 'timed-out' */
export async function sendEreaderTest(deps: Deps, actor: Caller): Promise<void> {
  const ereaderAddress = requireEreaderAddress(deps, actor.user.id);
  writeAs(deps, actor, (author) => consumeLimit(deps, author, EREADER_MAIL_LIMIT));
  const text = `Your eReader gets books from ${deps.config.clubName}. There is nothing you need to do.`;
  const file = { filename: "It works.txt", content: Buffer.from(text), contentType: "text/plain; charset=utf-8" };
  await sendUnqueued(
    deps,
    await composeFile(deps, { to: ereaderAddress, subject: `${deps.config.clubName}: your eReader`, text, file }),
  );
}

/** Mails the month's eBook once, by day, to members who want it. One that is added later is sent at once (BEYOND 9). */
export async function sendMonthlyBooks(deps: Deps): Promise<void> {
  const book = findCurrentBook(deps);
  if (!book || book.ebookSize === null || !isNotificationTime(deps.clock.now(), deps.config.clubTimeZone)) return;
  if (!isMailEnabled(deps) || book.ebookSize > (await getMaxBookBytes(deps))) return;
  // sending takes minutes, in which addresses and choices may change
  const findNext = () => (isMailEnabled(deps) ? deps.stores.ereaderBooks.findWaiting(book.id) : null);
  for (let next = findNext(); next !== null; next = findNext()) {
    const { userId, ereaderEmail } = next;
    // recorded first: a lost copy can be requested again, a duplicate can't be undone
    deps.stores.transaction(() => deps.stores.ereaderBooks.markSent(userId, book.id, deps.clock.now().toISOString()));
    try {
      await mailBookFile(deps, book, ereaderEmail);
    } catch (error) {
      const logged = redactAddresses(describeError(error));
      deps.log.warn("sending to an eReader failed", { user: userId, book: book.id, error: logged });
      const reason = error instanceof AppError ? error.message : "It couldn't be sent.";
      deps.stores.transaction(() => deps.stores.ereaderBooks.updateRefusal(userId, book.id, reason));
    }
  }
}

async function mailBookFile(deps: Deps, book: Book, to: string): Promise<void> {
  const { path } = await findDownload(deps, book, "ebook");
  // eBooks stay on the disk with MEDIA=s3
  const content = await Bun.file(path)
    .bytes()
    .catch((cause: unknown) => {
      throw new AppError("not-found", "This eBook can't be emailed. You can still download it.", { cause });
    });
  const file = {
    filename: ebookFilename(book.title),
    content: Buffer.from(content),
    contentType: "application/epub+zip",
  };
  const text = `${book.title} by ${book.author}, from ${deps.config.clubName}.`;
  await sendUnqueued(deps, await composeFile(deps, { to, subject: book.title, text, file }));
}

function requireEreaderAddress(deps: Deps, userId: number): string {
  const { address, isConfirmed } = requireEreader(deps, userId);
  if (isConfirmed) return address;
  throw new AppError("conflict", `Press the link we emailed to ${address} first. Your profile can send it again.`);
}

function requireEreader(deps: Deps, userId: number): { address: string; isConfirmed: boolean } {
  const { ereaderEmail, ereaderConfirmed } = findEreaderChoice(deps, userId);
  if (ereaderEmail === null) throw new AppError("conflict", "Add your eReader's email address on your profile first.");
  requireMailReady(deps);
  return { address: ereaderEmail, isConfirmed: ereaderConfirmed };
}

/** SMTP servers may accept less than SES, whose limit is documented. */
async function getMaxBookBytes({ config, mailer }: Deps): Promise<number> {
  if (config.email.way === "ses") return EREADER_BOOK_MAX_BYTES;
  // if the server can't be reached, sending the mail reports why
  const { maxBytes } = await mailer.quota().catch(() => ({ maxBytes: null }));
  return Math.min(EREADER_BOOK_MAX_BYTES, Math.floor((maxBytes ?? Number.POSITIVE_INFINITY) * ATTACHMENT_MAX_FRACTION));
}

function requireMaxSize(size: number, maxBytes: number): void {
  if (size <= maxBytes) return;
  throw new AppError(
    "too-large",
    `This eBook is too large to email: at most ${Math.floor((10 * maxBytes) / BYTES_PER_MB) / 10} MB. Download it, then copy it over by cable or with your eReader's own app.`,
  );
}

/** BEYOND 9. @throws AppError 'conflict'; 'too-many' */
export function resendEreaderLink(deps: Deps, actor: Caller): void {
  writeAs(deps, actor, (author) => {
    const { address, isConfirmed } = requireEreader(deps, author.id);
    if (isConfirmed) throw new AppError("conflict", "Your eReader is already confirmed.");
    sendEreaderLink(deps, author, address);
  });
}

/** Needs no session, because the link may be opened on the eReader. @throws AppError 'not-found' */
export function confirmEreader(deps: Deps, { token }: EreaderLink): ConfirmedEreader {
  // most invalid tokens end here, without a transaction
  if (findTokenOwner(deps, "ereader", token) === null) throw linkExpiredError();
  return deps.stores.transaction(() => {
    const userId = consumeOneTimeToken(deps, "ereader", token);
    if (userId === null) throw linkExpiredError();
    const ereaderEmail = confirmEreaderAddress(deps, userId);
    if (ereaderEmail === null) throw linkExpiredError();
    deps.log.info("eReader confirmed", { user: userId });
    return { ereaderEmail };
  });
}

function linkExpiredError(): AppError {
  return new AppError(
    "not-found",
    "This link has expired or was used. Your profile shows whether your eReader is confirmed.",
  );
}
