import type { Config } from "#server/config.ts";

import { type Html, html } from "./html.ts";

/** A page without the web app, for example the page of a mail's link. */
export type Page = { status: 200 | 404 | 422; html: string };

export function standalonePage({ config }: { config: Pick<Config, "clubName"> }, title: string, body: Html): Page {
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
            overflow-wrap: anywhere;
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
