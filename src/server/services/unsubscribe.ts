import type { Deps } from "#server/deps.ts";

import { chooseMonthlyMail, readUnsubscribeToken } from "./mail/choice.ts";
import { type Html, html } from "./mail/html.ts";
import { publicAddress } from "./public-address.ts";

/** A small page of its own: whoever follows the link in a mail may be signed out. */
export type Page = { status: 200 | 404; html: string };

/** The page that asks whether to stop the monthly mail. Changes nothing: mail scanners open every link. */
export function askToUnsubscribe(deps: Deps, token: string): Page {
  if (readUnsubscribeToken(deps, token) === null) return unknownLink(deps);
  return page(
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
  deps.stores.atomically(() => chooseMonthlyMail(deps, userId, false));
  return page(
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
  return { ...page(deps, "This link does not work", words), status: 404 };
}

function page({ config }: Deps, title: string, body: Html): Page {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${config.clubName}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            margin: 0;
            padding: 12vh 20px;
            background: #faf4ea;
            color: #2b1b18;
            font:
              400 18px/1.6 system-ui,
              sans-serif;
          }
          main {
            max-width: 520px;
            margin: 0 auto;
            padding: 32px;
            background: #fffcf6;
            border: 1px solid #e4d6c3;
            border-radius: 16px;
          }
          h1 {
            margin: 0 0 12px;
            font:
              600 30px/1.2 Georgia,
              serif;
          }
          button {
            min-height: 48px;
            padding: 12px 24px;
            border: 0;
            border-radius: 10px;
            background: #7a1f35;
            color: #fff8ef;
            font:
              600 17px/1.2 system-ui,
              sans-serif;
            cursor: pointer;
          }
          button:focus-visible,
          a:focus-visible {
            outline: 3px solid #7a1f35;
            outline-offset: 3px;
          }
          a {
            color: #7a1f35;
          }
          @media (prefers-color-scheme: dark) {
            body {
              background: #1a1311;
              color: #f5ebdf;
            }
            main {
              background: #241b18;
              border-color: #43352f;
            }
            a {
              color: #f0a9b5;
            }
            button {
              background: #a5354f;
            }
            button:focus-visible,
            a:focus-visible {
              outline-color: #f0a9b5;
            }
          }
        </style>
      </head>
      <body>
        <main>
          <p>${config.clubName}</p>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
  return { status: 200, html: document.markup };
}
