import { findCurrentBook } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { type Html, html } from "#server/http/html.ts";

import { loadCoverImage, type MailImage } from "./images.ts";
import { createMailFrame, INLINE_STYLES, renderPanel, renderRow } from "./layout.ts";
import { buttonBlock, composeMessage, type Message } from "./message.ts";

export async function createWelcomeMessage(
  deps: Deps,
  { displayName, username }: { displayName: string; username: string },
): Promise<Message> {
  const frame = await createMailFrame(deps);
  const { clubName, address, season } = frame;
  const book = findCurrentBook(deps);
  const cover = await loadCoverImage(deps, book?.coverImage ?? null);
  const opening = `You're in. ${clubName} has been reading, sipping and disagreeing politely since ${deps.config.clubSince}, and now there's a chair with your name on it.`;
  const readingText = book && `Right now we're reading ${book.title}${book.author ? ` by ${book.author}` : ""}.`;
  const nextSteps = [
    ["Read along", "the month's eBook, and the audiobook with a player that keeps your place on every device"],
    ["Come along", "the date of the next meeting, ready for your calendar"],
    [
      "Bring along",
      "the Snacks & Drinks Board, where we sort out who's bringing the wine and who's bringing the olives",
    ],
  ] as const;

  return composeMessage(frame, {
    subject: `Welcome to ${clubName}`,
    preheader: "There's a chair with your name on it.",
    title: `Welcome, ${displayName}`,
    body: [
      { text: `Welcome, ${displayName}!` },
      opening,
      readingText && { html: renderPanel(season, renderReading(readingText, cover)), text: readingText },
      {
        html: html`<p style="${INLINE_STYLES.text}">What you'll find at the club:</p>
          ${nextSteps.map(([name, description]) => html`<p style="${INLINE_STYLES.text}"><strong>${name}:</strong> ${description}.</p>`)}`,
        text: `What you'll find at the club:\n${nextSteps.map(([name, description]) => `- ${name}: ${description}.`).join("\n")}`,
      },
      buttonBlock(frame, address, "Open the club"),
      {
        html: html`<p style="${INLINE_STYLES.soft}">
          You sign in as <strong>${username}</strong> and the password you chose.
        </p>`,
        text: `You sign in as ${username} and the password you chose.`,
      },
    ],
    reason: `You're getting this once because someone joined ${clubName} with this address. If it wasn't you, a club admin can remove the account.`,
    cover,
  });
}

function renderReading(readingText: string, cover: MailImage | null): Html {
  const image =
    cover &&
    html`<td width="90" valign="top" style="padding:2px 20px 10px 0">
      <img
        src="cid:${cover.cid}"
        width="90"
        alt=""
        style="display:block;width:90px;height:auto;border:0;border-radius:6px"
      />
    </td>`;
  return renderRow(
    html`${image}
      <td valign="middle"><p style="${INLINE_STYLES.text}">${readingText}</p></td>`,
    html`width="100%"`,
  );
}
