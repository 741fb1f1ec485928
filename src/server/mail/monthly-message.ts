import { formatInTimeZone } from "date-fns-tz";

import type { Book } from "#contract/books.ts";
import { formatPlanTarget } from "#contract/chapters.ts";
import { truncateText } from "#contract/text-length.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { describeError } from "#server/adapters/log.ts";
import { findCurrentBook, getCurrentMonth } from "#server/books/current-book.ts";
import { formatMonth } from "#server/books/format-month.ts";
import type { Deps } from "#server/deps.ts";
import { type Html, html, toParagraphs } from "#server/http/html.ts";
import { createMeetingFile } from "#server/meetings/calendar.ts";
import { findMonthMessage } from "#server/meetings/content.ts";
import { findNextPlannedMeeting } from "#server/meetings/current-meeting.ts";
import { formatMeeting, getStart } from "#server/meetings/meeting-times.ts";
import { getPlanWithoutPages } from "#server/progress/plan.ts";

import { listOfferedDays } from "./dates-message.ts";
import { loadCoverImage, type MailImage } from "./images.ts";
import { createMailFrame, INLINE_STYLES, renderButton, renderPanel, renderRow } from "./layout.ts";
import { createAnswerLinks, formatMeetingText, renderMeetingPanel } from "./meeting-panel.ts";
import { composeMessage, type MailBlock, type Message, type Recipient, toCalendarAttachment } from "./message.ts";
import { createVoteSection } from "./vote-section.ts";

const MEETING_HEADING = "This Month's Meeting";
const DATE_QUESTION_INTRO = "Help us pick a date. Which of these work for you?";
const CALENDAR_NOTE = "The attached file adds it to your calendar.";
const SYNOPSIS_MAX_CHARS = 700;

/** Returns a function that creates a recipient's mail; the parts that all mails share are created once. */
export async function createMonthlyMessages(deps: Deps): Promise<(reader: Recipient) => Message> {
  const frame = await createMailFrame(deps);
  const { clubName, address, season } = frame;
  const month = formatMonth(getCurrentMonth(deps));
  const book = findCurrentBook(deps);
  const cover = await loadCoverImage(deps, book?.coverImage ?? null);
  const nextMeeting = findNextPlannedMeeting(deps);
  const meeting =
    nextMeeting && isUpcoming(deps, nextMeeting) ? { row: nextMeeting, texts: formatMeeting(deps, nextMeeting) } : null;
  const dateQuestion = nextMeeting && !meeting ? listOfferedDays(deps, nextMeeting) : [];
  const calendar = meeting && (await createMeetingFile(deps, meeting.row));
  // this month's or none, so that last month's message isn't sent again
  const presidentMessage = findMonthMessage(deps, getCurrentMonth(deps)).trim();
  const voteSection = createVoteSection(deps);
  const plan = book ? await listPlanLines(deps, book) : [];
  const isNewBook = book?.month === getCurrentMonth(deps);
  const formatTitle = (label: string) => (book ? `${label}: ${book.title}` : `${label} at the club`);
  const opening = book
    ? isNewBook
      ? `A new month, a new book. In ${month} we are reading ${book.title}${formatByline(book)}.`
      : `A new month, and ${book.title}${formatByline(book)} is still on the table.`
    : `A new month begins. The book for ${month} hasn't been chosen yet.`;

  return (reader) => {
    const answerLinks = meeting && createAnswerLinks(reader, meeting.row.id);
    const datesUrl = nextMeeting && dateQuestion.length > 0 ? reader.createDatesUrl(nextMeeting.id) : "";
    return composeMessage(frame, {
      subject: `${clubName}: ${formatTitle(month)}`,
      preheader: meeting ? `We meet on ${meeting.texts.date} at ${meeting.texts.time}.` : opening,
      // no line break between month and year
      title: formatTitle(month.replace(" ", "\u00a0")),
      body: [
        `Dear ${reader.displayName},`,
        opening,
        book && { html: html`${renderBookCard(book, cover)} ${renderReadingLinks(book, address)}` },
        { text: book ? truncateSynopsis(book.synopsis) : "" },
        book?.ebookFilename != null && { text: `Read it: ${address}/ebook` },
        book?.audiobookFilename != null && { text: `Listen to it: ${address}/audiobook` },
        meeting && {
          html: renderMeetingPanel(season, MEETING_HEADING, meeting.texts, answerLinks, CALENDAR_NOTE),
          text: formatMeetingText(MEETING_HEADING, meeting.texts, answerLinks),
        },
        dateQuestion.length > 0 &&
          nextMeeting !== null && {
            html: renderPanel(
              season,
              html`<h2 style="${INLINE_STYLES.heading}">${MEETING_HEADING}</h2>
                <p style="${INLINE_STYLES.soft}">
                  ${DATE_QUESTION_INTRO}${dateQuestion.map((day) => html`<br /><strong>${day}</strong>`)}
                </p>
                <p style="${INLINE_STYLES.soft}"><a href="${datesUrl}">Pick your dates</a></p>`,
            ),
            text: `${MEETING_HEADING.toUpperCase()}\n${DATE_QUESTION_INTRO}\n${dateQuestion.join("\n")}\nPick your dates: ${datesUrl}`,
          },
        plan.length > 0 && sectionBlock("What to Read by When", plan.join("\n")),
        voteSection && {
          html: html`<h2 style="${INLINE_STYLES.heading}">${voteSection.title}</h2>
            <p style="${INLINE_STYLES.text}">
              ${voteSection.text} <a href="${address}/recommendations">See the vote</a>
            </p>`,
          text: `${voteSection.title.toUpperCase()}\n${voteSection.text}\n${address}/recommendations`,
        },
        presidentMessage !== "" && sectionBlock("A Message from the Team", presidentMessage),
        {
          html: html`<p style="${INLINE_STYLES.text}">
            Bringing something to eat or drink? Put it on the Snacks &amp; Drinks Board, so we don't all bring the same
            thing.
          </p>`,
          text: `Bringing something to eat or drink? Put it on the Snacks & Drinks Board:\n${address}`,
        },
        { html: renderButton(season, address, "Open the club") },
      ],
      reason: `You get this once a month because you are a member of ${clubName}.`,
      cover,
      attachment: calendar && toCalendarAttachment(calendar),
      unsubscribe: { label: "Stop the monthly email", url: reader.unsubscribe },
    });
  };
}

function sectionBlock(heading: string, text: string): MailBlock {
  return {
    html: html`<h2 style="${INLINE_STYLES.heading}">${heading}</h2>
      ${toParagraphs(text, INLINE_STYLES.text)}`,
    text: `${heading.toUpperCase()}\n${text}`,
  };
}

const formatByline = ({ author }: Book) => (author ? ` by ${author}` : "");

/** False after the start: the mail shouldn't invite to a past meeting. */
function isUpcoming(deps: Deps, meeting: MeetingRow): boolean {
  const start = getStart(deps, meeting);
  return meeting.location.trim() !== "" && start !== null && start > deps.clock.now();
}

/** If the plan can't be created, the mail is sent without it. */
async function listPlanLines(deps: Deps, { id }: Book): Promise<string[]> {
  try {
    const lines = await getPlanWithoutPages(deps, { isAdmin: false }, id);
    return lines.map(({ by, ...line }) => {
      return `By ${formatInTimeZone(`${by}T12:00:00Z`, "UTC", "EEEE, MMMM d")}: ${formatPlanTarget(line)}`;
    });
  } catch (error) {
    deps.log.warn("planning the reading failed", { error: describeError(error) });
    return [];
  }
}

function renderBookCard(book: Book, cover: MailImage | null): Html {
  const image =
    cover &&
    html`<td class="cover" width="130" valign="top" style="padding:4px 24px 0 0">
      <img
        src="cid:${cover.cid}"
        width="130"
        alt="Cover of ${book.title}"
        style="display:block;width:130px;height:auto;border:0;border-radius:8px"
      />
    </td>`;
  const synopsis = truncateSynopsis(book.synopsis);
  const cells = html`${image}
    <td class="blurb" valign="top" style="color:inherit">
      <h2 style="${INLINE_STYLES.heading}">${book.title}</h2>
      ${book.author !== "" && html`<p style="${INLINE_STYLES.soft}">${book.author}</p>`}${synopsis !== "" && toParagraphs(synopsis, INLINE_STYLES.soft)}
    </td>`;
  return renderRow(cells, html`width="100%" style="margin:4px 0 20px"`);
}

function renderReadingLinks(book: Book, clubUrl: string): Html | null {
  const links = [
    book.ebookFilename !== null && html`<a href="${clubUrl}/ebook">Get the eBook</a>`,
    book.audiobookFilename !== null && html`<a href="${clubUrl}/audiobook">Listen to the audiobook</a>`,
  ].filter((link) => link !== false);
  if (links.length === 0) return null;
  return html`<p style="${INLINE_STYLES.text}">
    ${links.map((link, index) => (index > 0 ? html` &nbsp;·&nbsp; ${link}` : link))}
  </p>`;
}

function truncateSynopsis(synopsis: string): string {
  const text = synopsis.trim();
  if (text.length <= SYNOPSIS_MAX_CHARS) return text;
  return `${truncateText(text, SYNOPSIS_MAX_CHARS).replace(/(?<!\s)\s+\S*$/, "")} …`;
}
