import { type Season, seasonOf } from "#contract/season.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { Html, html } from "#server/http/html.ts";

import { loadHeroImage, type MailImage } from "./images.ts";

export type MailFrame = { clubName: string; address: string; season: Season; hero: MailImage | null };

type MailPage = { preheader: string; title: string; body: Html; footer: Html };

const TEXT_COLOR = "#2b1b18";
const SECONDARY_COLOR = "#66514a";
const BORDER_COLOR = "#e4d6c3";
const SERIF_FONTS = "Fraunces,Georgia,'Times New Roman',serif";
const SANS_FONTS = "Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const ACCENTS: Record<Season, { solid: string; tint: string; dark: string; darkTint: string }> = {
  spring: { solid: "#3d6b34", tint: "#e9f1df", dark: "#b0d89c", darkTint: "#242f1e" },
  summer: { solid: "#1f6390", tint: "#e2eef6", dark: "#9fd0f0", darkTint: "#1b2b37" },
  fall: { solid: "#9a4818", tint: "#fae8da", dark: "#f3b78f", darkTint: "#39261a" },
  winter: { solid: "#664a36", tint: "#f1e7db", dark: "#ebc794", darkTint: "#322720" },
};

export const INLINE_STYLES = {
  text: `margin:0 0 16px;font:400 17px/1.6 ${SANS_FONTS};color:inherit`,
  soft: `margin:0 0 8px;font:400 15px/1.5 ${SANS_FONTS};color:inherit`,
  heading: `margin:0 0 8px;font:600 22px/1.25 ${SERIF_FONTS};color:inherit`,
  small: `margin:0 0 8px;font:400 14px/1.55 ${SANS_FONTS};color:inherit`,
} as const;

export async function createMailFrame({ config, clock }: Pick<Deps, "config" | "clock">): Promise<MailFrame> {
  const season = seasonOf(clock.now(), config.clubTimeZone);
  return { clubName: config.clubName, address: publicOrigin(config), season, hero: await loadHeroImage(season) };
}

/** A document for phones and dark mode, with tables for old mail clients. */
export function renderMailPage(frame: MailFrame, { preheader, title, body, footer }: MailPage): string {
  const { clubName, address, season, hero } = frame;
  const accent = ACCENTS[season];
  const image = hero
    ? html`<tr>
        <td>
          <a href="${address}"
            ><img
              class="scene"
              src="cid:${hero.cid}"
              width="600"
              alt=""
              style="display:block;width:100%;height:auto;border:0;border-radius:16px 16px 0 0"
          /></a>
        </td>
      </tr>`
    : html`<tr>
        <td style="height:10px;background:${accent.solid};border-radius:16px 16px 0 0"></td>
      </tr>`;
  const content = html`${image}
    <tr>
      <td class="inner ink" style="padding:30px 40px 14px;color:${TEXT_COLOR}">
        <p
          class="accent"
          style="margin:0 0 10px;font:600 13px/1.4 ${SANS_FONTS};letter-spacing:.08em;text-transform:uppercase;color:${accent.solid}"
        >
          ${clubName}
        </p>
        <h1 class="title" style="margin:0 0 20px;font:600 32px/1.15 ${SERIF_FONTS};letter-spacing:-.01em;color:inherit">
          ${title}
        </h1>
        ${body}
      </td>
    </tr>`;
  const sheetStyle = `width:100%;max-width:600px;background:#fffcf6;border:1px solid ${BORDER_COLOR};border-radius:16px;border-collapse:separate`;
  const footerCell = html`<td class="inner soft" style="padding:20px 40px 8px;color:${SECONDARY_COLOR}">
    <p style="${INLINE_STYLES.small}">${footer}</p>
  </td>`;
  const gutterCell = html`<td align="center" class="gutter" style="padding:28px 16px">
    ${renderTable(content, html`class="sheet" width="600" style="${sheetStyle}"`)}
    ${renderRow(footerCell, html`width="600" style="width:100%;max-width:600px"`)}
  </td>`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${new Html(createStyleSheet(accent))}
        </style>
      </head>
      <body class="ground" style="margin:0;padding:0;background:#faf4ea">
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">
          ${preheader}${new Html("&#847;&zwnj;&nbsp;".repeat(60))}
        </div>
        ${renderRow(gutterCell, html`class="ground" width="100%" style="background:#faf4ea"`)}
      </body>
    </html>`;
  return page.markup;
}

export function renderButton(season: Season, href: string, label: string): Html {
  const { solid } = ACCENTS[season];
  const cell = html`<td align="center" style="background:${solid};border-radius:10px">
    <a
      href="${href}"
      style="display:block;padding:13px 26px;font:600 16px/1.25 ${SANS_FONTS};color:#fff8ef;text-decoration:none"
      >${label}</a
    >
  </td>`;
  return renderRow(cell, html`class="button" style="margin:8px 0 24px"`);
}

export function renderPanel(season: Season, content: Html): Html {
  const { tint } = ACCENTS[season];
  const cell = html`<td class="box" style="padding:22px 24px 14px">${content}</td>`;
  return renderRow(
    cell,
    html`class="tint" width="100%" style="margin:8px 0 24px;background:${tint};border-radius:12px"`,
  );
}

/** Cells side by side, in a table for old mail clients. */
export function renderRow(cells: Html, attributes: Html): Html {
  return renderTable(
    html`<tr>
      ${cells}
    </tr>`,
    attributes,
  );
}

function renderTable(rows: Html, attributes: Html): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>
    ${rows}
  </table>`;
}

function createStyleSheet({ dark, darkTint }: { dark: string; darkTint: string }): string {
  return `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{color:inherit}
h1,h2{text-wrap:balance}
p{text-wrap:pretty}
@media (max-width:480px){
.gutter{padding:0 0 20px!important}
.sheet{border-left:0!important;border-right:0!important;border-radius:0!important}
.scene{border-radius:0!important}
.inner{padding-left:22px!important;padding-right:22px!important}
.box{padding:18px 18px 10px!important}
.title{font-size:27px!important}
.button{width:100%!important}
.cover,.blurb{display:block!important;width:auto!important;padding:0 0 14px!important}
.cover img{width:176px!important}
}
@media (prefers-color-scheme:dark){
.ground{background:#1a1311!important}
.sheet{background:#241b18!important;border-color:#43352f!important}
.ink{color:#f5ebdf!important}
.soft{color:#cbb8aa!important}
.accent{color:${dark}!important}
.tint{background:${darkTint}!important}
}`;
}
