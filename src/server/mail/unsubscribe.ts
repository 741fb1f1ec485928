import { publicAddress } from "#server/club/public-address.ts";
import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";
import { type Page, smallPage } from "#server/http/small-page.ts";

import { chooseMonthlyMail, readUnsubscribeToken } from "./choice.ts";

/** The page that asks whether to stop the monthly mail. Changes nothing: mail scanners open every link. */
export function askToUnsubscribe(deps: Deps, token: string): Page {
  if (readUnsubscribeToken(deps, token) === null) return unknownLink(deps);
  return smallPage(
    deps,
    "Stop the monthly e-mail?",
    html`<p>${deps.config.clubName} writes to you once a month: the book, the meeting and a message from the team.</p>
      <form method="post" action="/api/unsubscribe?token=${token}"><button>Stop the monthly e-mail</button></form>`,
  );
}

/** Ends the monthly mail of the member that the token belongs to; doing it twice is fine. */
export function unsubscribe(deps: Deps, token: string): Page {
  const userId = readUnsubscribeToken(deps, token);
  if (userId === null) return unknownLink(deps);
  deps.stores.transaction(() => chooseMonthlyMail(deps, userId, false));
  return smallPage(
    deps,
    "Done",
    html`<p>You get no monthly e-mail any more. You are still a member, and the club's door is open.</p>
      <p>
        Changed your mind? Switch it on again on <a href="${publicAddress(deps.config)}/profile">your profile</a>.
      </p>`,
  );
}

function unknownLink(deps: Deps): Page {
  const words = html`<p>
    This link is not whole, or its member has left the club. Use the link in the newest e-mail, or switch the monthly
    e-mail off on <a href="${publicAddress(deps.config)}/profile">your profile</a>.
  </p>`;
  return { ...smallPage(deps, "This link does not work", words), status: 404 };
}
