import type { Season } from "#contract/season.ts";
import { type Html, html } from "#server/http/html.ts";
import { answerText } from "#server/meetings/answers.ts";
import type { MeetingTexts } from "#server/meetings/meeting-times.ts";

import { type ClubFrame, panel, row, STYLES } from "./layout.ts";
import type { Recipient } from "./message.ts";

export type AnswerLinks = { said: string; yes: string; no: string } | null;

/** How the reader answers, with what they said so far. */
export function answerLinks(reader: Recipient, meetingId: number): AnswerLinks {
  const address = reader.answerAddress(meetingId);
  const said = answerText(reader.answer(meetingId)).replace("You", "You said you");
  return { said: said && `${said} Is that still right?`, yes: `${address}&answer=yes`, no: `${address}&answer=no` };
}

/** Why a member gets emails about meetings, and how to stop them. */
export function meetingFooter(
  { clubName, address }: ClubFrame,
  { unsubscribe }: Recipient,
): { html: Html; text: string } {
  const why = `You get emails about meetings because you are a member of ${clubName}.`;
  return {
    html: html`${why} <a href="${unsubscribe}">Stop emails about meetings</a>, or change your email settings in
      <a href="${address}/profile#messages">your profile</a>.`,
    text: `--\n${why}\nStop them: ${unsubscribe}`,
  };
}

/** The meeting in a box, with two answer buttons. */
export function meetingPanel(
  season: Season,
  title: string,
  words: MeetingTexts,
  links: AnswerLinks,
  note: string,
): Html {
  const lines = [words.time, words.place, hostLine(words)].filter((line) => line !== "");
  return panel(
    season,
    html`<h2 style="${STYLES.heading}">${title}</h2>
      <p style="${STYLES.soft}">
        <strong>${words.date || "No date yet"}</strong
        >${lines.map((line) => html`<br />${line}`)}${words.link !== "" && html`<br /><a href="${words.link}">Join online</a>`}
      </p>
      ${links && answerButtons(season, links)} ${note !== "" && html`<p style="${STYLES.small}">${note}</p>`}`,
  );
}

export function meetingText(title: string, words: MeetingTexts, links: AnswerLinks): string {
  const join = words.link && `Join online: ${words.link}`;
  const lines = [words.date || "No date yet", words.time, words.place, join, hostLine(words)];
  const answers = links ? [links.said, `I'm coming: ${links.yes}`, `I can't: ${links.no}`] : [];
  const paragraphs = [[title.toUpperCase(), ...lines], answers];
  return paragraphs.map((one) => one.filter((line) => line !== "").join("\n")).join("\n\n");
}

const hostLine = ({ host }: MeetingTexts): string => host && `${host} hosts.`;

function answerButtons(season: Season, { said, yes, no }: NonNullable<AnswerLinks>): Html {
  const cells = html`<td style="padding:0 10px 8px 0">${smallButton(season, yes, "I'm coming")}</td>
    <td style="padding:0 0 8px">${smallButton(season, no, "I can't")}</td>`;
  return html`${said !== "" && html`<p style="${STYLES.soft}">${said}</p>`}
  ${row(cells, html`style="margin:14px 0 12px"`)}`;
}

function smallButton(season: Season, href: string, label: string): Html {
  return html`<a href="${href}" class="answer" style="${answerStyle(season)}">${label}</a>`;
}

function answerStyle(season: Season): string {
  return `display:inline-block;padding:12px 20px;border:1px solid ${EDGES[season]};border-radius:10px;${STYLES.soft.replace("margin:0 0 8px;", "")};font-weight:600;text-decoration:none`;
}

const EDGES: Record<Season, string> = { spring: "#3d6b34", summer: "#1f6390", fall: "#9a4818", winter: "#664a36" };
