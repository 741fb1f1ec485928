import type { MailChoices } from "#contract/profile.ts";
import { signToken, verifyToken } from "#server/access/signed-token.ts";
import type { Deps } from "#server/deps.ts";
import { type Html, html } from "#server/http/html.ts";
import { publicOrigin } from "#server/http/proxy-headers.ts";
import { type Page, standalonePage } from "#server/http/standalone-page.ts";
import { chooseMail } from "#server/members/profile.ts";
import { findMember } from "#server/members/users.ts";

type Words = { stop: string; why: string; lost: string; done: string };

const WORDS: Record<MailChoice, Words> = {
  wantsMonthlyMail: {
    stop: "Stop the monthly email",
    why: "emails you once a month with the book, the meeting and a message from the team.",
    lost: "You'd hear about the month's book only in the club.",
    done: "You won't get the monthly email anymore.",
  },
  wantsMeetingMail: {
    stop: "Stop emails about meetings",
    why: "asks you when to meet, reminds you of meetings, and tells you when one changes.",
    lost: "You'd hear about new dates and canceled meetings only in the club.",
    done: "You won't get emails about meetings anymore.",
  },
  wantsAnnouncements: {
    stop: "Stop announcements",
    why: "sends you announcements from its admins now and then.",
    lost: "You'd miss what the admins write to everybody.",
    done: "You won't get announcements anymore.",
  },
};

/** Asks first and changes nothing: mail scanners open every link. */
export function askToUnsubscribe(deps: Deps, token: string): Page {
  const link = readUnsubscribeToken(deps, token);
  if (link === null) return unknownLink(deps);
  const { stop, why } = WORDS[link.choice];
  return standalonePage(
    deps,
    `${stop}?`,
    html`<p>${deps.config.clubName} ${why}</p>
      ${step(token, "ask", stop)}`,
  );
}

/**
 * Acts on what mail programs send (RFC 8058), and on the second of the page's two forms: scanners submit the first.
 * Idempotent.
 */
export function unsubscribe(deps: Deps, token: string, form: FormData): Page {
  const link = readUnsubscribeToken(deps, token);
  if (link === null) return unknownLink(deps);
  const sent = form.get("step");
  if (sent === "ask")
    return standalonePage(
      deps,
      "Are you sure?",
      html`<p>${WORDS[link.choice].lost}</p>
        ${step(token, "stop", "Yes, stop them")}`,
    );
  if (sent !== "stop" && form.get("List-Unsubscribe") !== "One-Click")
    return { ...askToUnsubscribe(deps, token), status: 422 };
  deps.stores.transaction(() => chooseMail(deps, link.userId, { [link.choice]: false }));
  return standalonePage(
    deps,
    "Done",
    html`<p>${WORDS[link.choice].done} You're still a member.</p>
      <p>
        Changed your mind? Turn it back on in <a href="${publicOrigin(deps.config)}/profile#messages">your profile</a>.
      </p>`,
  );
}

function step(token: string, name: "ask" | "stop", label: string): Html {
  return html`<form method="post" action="/api/unsubscribe?token=${token}">
    <input type="hidden" name="step" value="${name}" />
    <button>${label}</button>
  </form>`;
}

function unknownLink(deps: Deps): Page {
  const words = html`<p>
    This link is incomplete, or its member has left the club. Use the link in the latest email, or change your email
    settings in <a href="${publicOrigin(deps.config)}/profile#messages">your profile</a>.
  </p>`;
  return { ...standalonePage(deps, "This link doesn't work", words), status: 404 };
}

export type MailChoice = keyof MailChoices;

const NAMES: Record<MailChoice, string> = {
  // links of earlier mails have no name
  wantsMonthlyMail: "",
  wantsMeetingMail: "meetings",
  wantsAnnouncements: "announcements",
};

/** Ends one kind of mail for one member, and nothing else; never expires. */
export function unsubscribeToken(deps: Deps, userId: number, choice: MailChoice = "wantsMonthlyMail"): string {
  const name = NAMES[choice];
  return signToken(deps, name ? `unsubscribe:${name}` : "unsubscribe", name ? [userId, name] : [userId]);
}

/** Null when we didn't make it or the member is gone. */
function readUnsubscribeToken(deps: Deps, token: string): { userId: number; choice: MailChoice } | null {
  for (const choice of ["wantsMonthlyMail", "wantsMeetingMail", "wantsAnnouncements"] as const) {
    const name = NAMES[choice];
    const parts = verifyToken(deps, name ? `unsubscribe:${name}` : "unsubscribe", token);
    if (parts?.length !== (name ? 2 : 1)) continue;
    const userId = Number(parts[0]);
    return findMember(deps, userId) ? { userId, choice } : null;
  }
  return null;
}
