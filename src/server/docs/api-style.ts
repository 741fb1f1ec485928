import { Html } from "#server/http/html.ts";

/** The club's paper, ink and wine, without its fonts: the page loads nothing. */
export const STYLE = new Html(`
:root { color-scheme: light dark; --paper: #faf4ea; --card: #fffcf6; --ink: #2b1b18; --quiet: #6d564e; --line: #e4d6c3; --wine: #7a1f35; --green: #2f6b3f; --amber: #8a5a00; --code: #f3e9da; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1a1311; --card: #241b18; --ink: #f5ebdf; --quiet: #c4ada0; --line: #43352f; --wine: #f0a9b5; --green: #8fd3a0; --amber: #f0c27a; --code: #32261f; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0 auto; max-width: 1180px; padding: 24px 16px 96px; background: var(--paper); color: var(--ink); font: 400 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3 { font-family: Georgia, serif; line-height: 1.25; }
h1 { margin: 0 0 12px; font-size: clamp(28px, 5vw, 40px); }
h2 { margin: 56px 0 4px; font-size: 28px; }
h3 { margin: 0; font-size: 19px; }
h4 { margin: 12px 0 0; font-size: 14px; color: var(--quiet); }
p { margin: 8px 0; }
header p { max-width: 70ch; }
a { color: var(--wine); }
h3 a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--wine); outline-offset: 2px; border-radius: 4px; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 8px; margin: 16px 0; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 9px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); text-decoration: none; }
small, i { color: var(--quiet); font-style: normal; font-size: 14px; }
article { margin: 16px 0; padding: 16px 20px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
article:target { border-color: var(--wine); }
.address { margin: 6px 0; }
.address b { display: inline-block; min-width: 62px; font: 600 14px/1.4 ui-monospace, monospace; color: var(--wine); }
.address .get, .address .head { color: var(--green); }
.address .delete { color: var(--amber); }
.who { padding: 2px 9px; border: 1px solid var(--line); border-radius: 99px; color: var(--quiet); font: 500 13px/1.4 system-ui, sans-serif; white-space: nowrap; }
.who.admin { border-color: currentColor; color: var(--wine); }
code, pre { font-family: ui-monospace, monospace; font-size: 14px; }
code { padding: 1px 5px; border-radius: 5px; background: var(--code); }
pre { overflow-x: auto; margin: 8px 0; padding: 12px 14px; border-radius: 10px; background: var(--code); line-height: 1.5; white-space: pre; overflow-wrap: normal; }
details { border-top: 1px solid var(--line); }
summary { padding: 9px 0; cursor: pointer; font-weight: 600; }
.fields { margin: 4px 0 12px; padding: 0; list-style: none; }
.fields li { padding: 6px 0; border-bottom: 1px solid var(--line); }
.fields li:last-child { border-bottom: 0; }
.fields .fields { margin-left: 16px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 14px; margin: 0 0 8px; }
dt { font: 600 14px/1.7 ui-monospace, monospace; }
dd { margin: 0; }
@media (min-width: 1000px) {
  body { display: grid; grid-template-columns: 190px minmax(0, 1fr); column-gap: 40px; }
  header { grid-column: 1 / -1; }
  nav ul { position: sticky; top: 16px; flex-direction: column; max-height: calc(100vh - 32px); margin: 40px 0 0; overflow-y: auto; }
  nav a { padding: 3px 10px; border-color: transparent; background: none; }
}
@media print { nav { display: none; } }
`);
