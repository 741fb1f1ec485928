import { isolateText } from "#contract/isolate-text.ts";
import type { Season } from "#contract/season.ts";
import { type Html, html } from "#server/http/html.ts";
import { formatAnswer } from "#server/meetings/answers.ts";
import type { MeetingTexts } from "#server/meetings/meeting-times.ts";

import { ACCENTS, INLINE_STYLES, type MailFrame, renderPanel, renderRow } from "./layout.ts";
import type { Recipient } from "./message.ts";

export type AnswerLinks = { currentAnswer: string; yes: string; no: string } | null;

export function createAnswerLinks(reader: Recipient, meetingId: number): AnswerLinks {
  const url = reader.createAnswerUrl(meetingId);
  const answerSentence = formatAnswer(reader.findAnswer(meetingId)).replace("You", "You said you");
  return {
    currentAnswer: answerSentence && `${answerSentence} Is that still right?`,
    yes: `${url}&answer=yes`,
    no: `${url}&answer=no`,
  };
}

export function createMeetingFooter({ clubName }: MailFrame, { unsubscribe }: Recipient) {
  return {
    reason: `You get emails about meetings because you are a member of ${clubName}.`,
    unsubscribe: { label: "Stop emails about meetings", url: unsubscribe },
  };
}

export function renderMeetingPanel(
  season: Season,
  title: string,
  texts: MeetingTexts,
  links: AnswerLinks,
  note: string,
): Html {
  const lines = [texts.time, texts.place, formatHostLine(texts)].filter((line) => line !== "");
  return renderPanel(
    season,
    html`<h2 style="${INLINE_STYLES.heading}">${title}</h2>
      <p style="${INLINE_STYLES.soft}">
        <strong>${texts.date || "No date yet"}</strong
        >${lines.map((line) => html`<br />${line}`)}${texts.link !== "" && html`<br /><a href="${texts.link}">Join online</a>`}
      </p>
      ${links && renderAnswerButtons(season, links)}
      ${note !== "" && html`<p style="${INLINE_STYLES.small}">${note}</p>`}`,
  );
}

export function formatMeetingText(title: string, texts: MeetingTexts, links: AnswerLinks): string {
  const joinLine = texts.link && `Join online: ${texts.link}`;
  const lines = [texts.date || "No date yet", texts.time, texts.place, joinLine, formatHostLine(texts)];
  const answerLines = links ? [links.currentAnswer, `I'm coming: ${links.yes}`, `I can't: ${links.no}`] : [];
  const paragraphs = [[title.toUpperCase(), ...lines], answerLines];
  return paragraphs.map((one) => one.filter((line) => line !== "").join("\n")).join("\n\n");
}

const formatHostLine = ({ host }: MeetingTexts): string => host && `${isolateText(host)} hosts.`;

function renderAnswerButtons(season: Season, { currentAnswer, yes, no }: NonNullable<AnswerLinks>): Html {
  const { solid } = ACCENTS[season];
  const style = `display:inline-block;padding:12px 20px;border:1px solid ${solid};border-radius:10px;${INLINE_STYLES.soft.replace("margin:0 0 8px;", "")};font-weight:600;text-decoration:none`;
  const cells = html`<td style="padding:0 10px 8px 0">
      <a href="${yes}" class="answer" style="${style}">I'm coming</a>
    </td>
    <td style="padding:0 0 8px"><a href="${no}" class="answer" style="${style}">I can't</a></td>`;
  return html`${currentAnswer !== "" && html`<p style="${INLINE_STYLES.soft}">${currentAnswer}</p>`}
  ${renderRow(cells, html`style="margin:14px 0 12px"`)}`;
}
