import type { MailChoices } from "#contract/profile.ts";
import { signToken, verifyToken } from "#server/access/signed-token.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { type Html, html } from "#server/http/html.ts";
import { type Page, standalonePage } from "#server/http/standalone-page.ts";
import { saveChoices } from "#server/members/profile.ts";
import { findMember } from "#server/members/users.ts";

type UnsubscribeTexts = { stop: string; reason: string; consequence: string; done: string };

const TEXTS_BY_CHOICE: Record<MailChoice, UnsubscribeTexts> = {
  wantsMonthlyMail: {
    stop: "Stop the monthly email",
    reason: "emails you once a month with the book, the meeting and a message from the team.",
    consequence: "You'd hear about the month's book only in the club.",
    done: "You won't get the monthly email anymore.",
  },
  wantsMeetingMail: {
    stop: "Stop emails about meetings",
    reason: "asks you when to meet, reminds you of meetings, and tells you when one changes.",
    consequence: "You'd hear about new dates and canceled meetings only in the club.",
    done: "You won't get emails about meetings anymore.",
  },
  wantsAnnouncements: {
    stop: "Stop announcements",
    reason: "sends you announcements from its admins now and then.",
    consequence: "You'd miss what the admins write to everybody.",
    done: "You won't get announcements anymore.",
  },
};

/** Changes nothing, because mail scanners open every link. */
export function renderUnsubscribePage(deps: Deps, token: string): Page {
  const link = verifyUnsubscribeToken(deps, token);
  if (link === null) return renderUnknownLink(deps);
  const { stop, reason } = TEXTS_BY_CHOICE[link.choice];
  return standalonePage(
    deps,
    `${stop}?`,
    html`<p>${deps.config.clubName} ${reason}</p>
      ${renderStep(token, "ask", stop)}`,
  );
}

/** Unsubscribes on the POST of mail clients (RFC 8058), or on the second of two forms: scanners submit the first. */
export function handleUnsubscribeForm(deps: Deps, token: string, form: FormData): Page {
  const link = verifyUnsubscribeToken(deps, token);
  if (link === null) return renderUnknownLink(deps);
  const action = form.get("step");
  if (action === "ask")
    return standalonePage(
      deps,
      "Are you sure?",
      html`<p>${TEXTS_BY_CHOICE[link.choice].consequence}</p>
        ${renderStep(token, "stop", "Yes, stop them")}`,
    );
  // Some clients end the body with a line break.
  if (action !== "stop" && String(form.get("List-Unsubscribe")).trim() !== "One-Click")
    return { ...renderUnsubscribePage(deps, token), status: 422 };
  deps.stores.transaction(() => saveChoices(deps, link.userId, { [link.choice]: false }));
  return standalonePage(
    deps,
    "Done",
    html`<p>${TEXTS_BY_CHOICE[link.choice].done} You're still a member.</p>
      <p>
        Changed your mind? Turn it back on in <a href="${publicOrigin(deps.config)}/profile#messages">your profile</a>.
      </p>`,
  );
}

function renderStep(token: string, name: "ask" | "stop", label: string): Html {
  return html`<form method="post" action="/api/unsubscribe?token=${token}">
    <input type="hidden" name="step" value="${name}" />
    <button>${label}</button>
  </form>`;
}

function renderUnknownLink(deps: Deps): Page {
  const message = html`<p>
    This link is incomplete, or its member has left the club. Use the link in the latest email, or change your email
    settings in <a href="${publicOrigin(deps.config)}/profile#messages">your profile</a>.
  </p>`;
  return { ...standalonePage(deps, "This link doesn't work", message), status: 404 };
}

export type MailChoice = keyof MailChoices;

/** What their tokens are signed for. Links in mails of earlier versions are only about the monthly email. */
const TOKEN_PURPOSES: Record<MailChoice, string> = {
  wantsMonthlyMail: "unsubscribe",
  wantsMeetingMail: "unsubscribe:meetings",
  wantsAnnouncements: "unsubscribe:announcements",
};

/** Never expires. */
export function createUnsubscribeToken(deps: Deps, userId: number, choice: MailChoice = "wantsMonthlyMail"): string {
  return signToken(deps, TOKEN_PURPOSES[choice], [userId]);
}

/** Null if the signature is invalid or the member was deleted. */
function verifyUnsubscribeToken(deps: Deps, token: string): { userId: number; choice: MailChoice } | null {
  for (const choice of ["wantsMonthlyMail", "wantsMeetingMail", "wantsAnnouncements"] as const) {
    const userId = Number(verifyToken(deps, TOKEN_PURPOSES[choice], token)?.[0] ?? 0);
    if (findMember(deps, userId)) return { userId, choice };
  }
  return null;
}
