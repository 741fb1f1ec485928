import { formatInTimeZone } from "date-fns-tz";

import type { Book } from "#contract/books.ts";
import { formatPlanTarget } from "#contract/chapters.ts";
import { truncateText } from "#contract/text-length.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { describeError } from "#server/adapters/log.ts";
import { findCurrentBook, formatMonth, getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { type Html, html, paragraphs } from "#server/http/html.ts";
import { calendarOf } from "#server/meetings/calendar.ts";
import { findMonthMessage } from "#server/meetings/content.ts";
import { nextPlanned } from "#server/meetings/current-meeting.ts";
import { meetingTexts, startOf } from "#server/meetings/meeting-times.ts";
import { getPlanWithoutPages } from "#server/progress/plan.ts";

import { askedDays } from "./dates-message.ts";
import { button, clubFrame, panel, row, STYLES } from "./layout.ts";
import { answerLinks, meetingPanel, meetingText } from "./meeting-panel.ts";
import { calendarAttachment, composeMessage, type Message, type Recipient } from "./message.ts";
import { coverPicture, type MailPicture } from "./pictures.ts";
import { voteSection } from "./vote-section.ts";

const MEETING = "This Month's Meeting";
const ASK = "Help us pick a date. Which of these work for you?";
const FILE = "The attached file adds it to your calendar.";
const PLAN = "What to Read by When";
const SYNOPSIS_LENGTH = 700;

/** Writes this month's mail for one reader after another, sharing what is common. */
export async function monthlyMessage(deps: Deps): Promise<(reader: Recipient) => Message> {
  const frame = await clubFrame(deps);
  const { clubName, address, season } = frame;
  const month = formatMonth(getCurrentMonth(deps));
  const book = findCurrentBook(deps);
  const cover = await coverPicture(deps, book?.coverImage ?? null);
  const next = nextPlanned(deps);
  const meeting = next && isComplete(deps, next) ? { row: next, words: meetingTexts(deps, next) } : null;
  const asked = next && !meeting ? askedDays(deps, next) : [];
  const calendar = meeting && (await calendarOf(deps, meeting.row));
  // its own or none: nobody gets last month's words twice
  const presidentMessage = findMonthMessage(deps, getCurrentMonth(deps));
  const vote = voteSection(deps);
  const plan = book ? await planOf(deps, book) : [];
  const isNew = book?.month === getCurrentMonth(deps);
  const titled = (when: string) => (book ? `${when}: ${book.title}` : `${when} at the club`);
  const opening = book
    ? isNew
      ? `A new month, a new book. In ${month} we are reading ${book.title}${by(book)}.`
      : `A new month, and ${book.title}${by(book)} is still on the table.`
    : `A new month begins. The book for ${month} hasn't been chosen yet.`;

  return (reader) => {
    const { displayName, unsubscribe } = reader;
    const links = meeting && answerLinks(reader, meeting.row.id);
    const datesAddress = next && asked.length > 0 ? reader.datesAddress(next.id) : "";
    return composeMessage(frame, {
      subject: `${clubName}: ${titled(month)}`,
      preheader: meeting ? `We meet on ${meeting.words.date} at ${meeting.words.time}.` : opening,
      // on a phone's narrow line the year stays with its month
      title: titled(month.replace(" ", "\u00a0")),
      body: html`<p style="${STYLES.text}">Dear ${displayName},</p>
        <p style="${STYLES.text}">${opening}</p>
        ${book && bookCard(book, cover)} ${book && readingLinks(book, address)}
        ${
          plan.length > 0 &&
          html`<h2 style="${STYLES.heading}">${PLAN}</h2>
            ${paragraphs(plan.join("\n"), STYLES.text)}`
        }
        ${meeting && meetingPanel(season, MEETING, meeting.words, links, FILE)}
        ${
          datesAddress !== "" &&
          panel(
            season,
            html`<h2 style="${STYLES.heading}">${MEETING}</h2>
              <p style="${STYLES.soft}">${ASK}${asked.map((day) => html`<br /><strong>${day}</strong>`)}</p>
              <p style="${STYLES.soft}"><a href="${datesAddress}">Pick your dates</a></p>`,
          )
        }
        ${
          vote &&
          html`<h2 style="${STYLES.heading}">${vote.title}</h2>
            <p style="${STYLES.text}">${vote.text} <a href="${address}/recommendations">See the vote</a></p>`
        }
        ${
          presidentMessage.trim() !== "" &&
          html`<h2 style="${STYLES.heading}">A Message from the Team</h2>
            ${paragraphs(presidentMessage, STYLES.text)}`
        }
        <p style="${STYLES.text}">
          Bringing something to eat or drink? Put it on the Snacks &amp; Drinks Board, so we don't all bring the same
          thing.
        </p>
        ${button(season, address, "Open the club")}`,
      footer: html`You get this once a month because you are a member of ${clubName}.
        <a href="${unsubscribe}">Stop the monthly email</a>, or change your mind anytime in
        <a href="${address}/profile#messages">your profile</a>.`,
      text: [
        `Dear ${displayName},`,
        opening,
        book && shorten(book.synopsis),
        book?.ebookFilename != null && `Read it: ${address}/ebook`,
        book?.audiobookFilename != null && `Listen to it: ${address}/audiobook`,
        plan.length > 0 && `${PLAN.toUpperCase()}\n${plan.join("\n")}`,
        meeting && meetingText(MEETING, meeting.words, links),
        datesAddress !== "" &&
          `${MEETING.toUpperCase()}\n${ASK}\n${asked.join("\n")}\nPick your dates: ${datesAddress}`,
        vote && `${vote.title.toUpperCase()}\n${vote.text}\n${address}/recommendations`,
        presidentMessage.trim() !== "" && `A MESSAGE FROM THE TEAM\n${presidentMessage.trim()}`,
        `Bringing something to eat or drink? Put it on the Snacks & Drinks Board:\n${address}`,
        `--\nYou get this once a month because you are a member of ${clubName}.\nStop the monthly email: ${unsubscribe}`,
      ],
      cover,
      attachment: calendar && calendarAttachment(calendar),
      unsubscribe,
    });
  };
}

const by = ({ author }: Book) => (author ? ` by ${author}` : "");

/** False once it has begun: nobody should go to an old date. */
function isComplete({ clock, instantAt }: Deps, meeting: MeetingRow): boolean {
  const start = startOf(meeting, instantAt);
  return meeting.location.trim() !== "" && start !== null && start > clock.now();
}

/** A sentence a week, the same for everyone. Without the plan, the mail still goes. */
async function planOf(deps: Deps, { id }: Book): Promise<string[]> {
  try {
    const lines = await getPlanWithoutPages(deps, { isAdmin: false }, id);
    return lines.map(({ by, ...line }) => {
      return `By ${formatInTimeZone(`${by}T12:00:00Z`, "UTC", "EEEE, MMMM d")}: ${formatPlanTarget(line)}`;
    });
  } catch (error) {
    deps.log.warn("The monthly mail goes without what to read by when", { error: describeError(error) });
    return [];
  }
}

function bookCard(book: Book, cover: MailPicture | null): Html {
  const picture =
    cover &&
    html`<td class="cover" width="130" valign="top" style="padding:4px 24px 0 0">
      <img
        src="cid:${cover.cid}"
        width="130"
        alt="Cover of ${book.title}"
        style="display:block;width:130px;height:auto;border:0;border-radius:8px"
      />
    </td>`;
  const synopsis = shorten(book.synopsis);
  const cells = html`${picture}
    <td class="blurb" valign="top" style="color:inherit">
      <h2 style="${STYLES.heading}">${book.title}</h2>
      ${book.author !== "" && html`<p style="${STYLES.soft}">${book.author}</p>`}${synopsis !== "" && paragraphs(synopsis, STYLES.soft)}
    </td>`;
  return row(cells, html`width="100%" style="margin:4px 0 20px"`);
}

function readingLinks(book: Book, address: string): Html | null {
  const links = [
    book.ebookFilename !== null && html`<a href="${address}/ebook">Get the eBook</a>`,
    book.audiobookFilename !== null && html`<a href="${address}/audiobook">Listen to the audiobook</a>`,
  ].filter((link) => link !== false);
  if (links.length === 0) return null;
  return html`<p style="${STYLES.text}">
    ${links.map((link, index) => (index > 0 ? html` &nbsp;·&nbsp; ${link}` : link))}
  </p>`;
}

function shorten(synopsis: string): string {
  const text = synopsis.trim();
  if (text.length <= SYNOPSIS_LENGTH) return text;
  return `${truncateText(text, SYNOPSIS_LENGTH).replace(/(?<!\s)\s+\S*$/, "")} …`;
}
