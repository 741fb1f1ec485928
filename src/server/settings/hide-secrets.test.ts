import { describe, expect, test } from "bun:test";

import { createHideSecrets, sanitizeServiceText } from "./hide-secrets.ts";

const SECRET = 'Tr0ub4dor&3 "correct"/+=';
const hideSecrets = createHideSecrets([SECRET]);
const toReason = (text: string) => sanitizeServiceText(`535 said ${text} end`, 200, hideSecrets);
const toBase64 = (text: string) => Buffer.from(text).toString("base64");
const toHex = (text: string) => Buffer.from(text).toString("hex");
const divide = (text: string, length: number, separator: string) =>
  text.match(new RegExp(`.{1,${length}}`, "gu"))?.join(separator) ?? "";
const mapBytes = (convert: (byte: number) => string) => Array.from(Buffer.from(SECRET), convert);

describe("hides a secret in a service's text", () => {
  test.each([
    ["twice in base64", toBase64(toBase64(`\0club\0${SECRET}`))],
    ["in hexadecimal digits in base64", toBase64(toHex(SECRET))],
    ["in base64 in hexadecimal digits", toHex(toBase64(SECRET))],
    ["four times for a URL", [1, 2, 3, 4].reduce((text) => encodeURIComponent(text), SECRET)],
    ["twice as HTML", Bun.escapeHTML(Bun.escapeHTML(SECRET))],
    ["as HTML in JSON in a URL", encodeURIComponent(JSON.stringify(Bun.escapeHTML(SECRET)))],
    ["as escaped entities", mapBytes((byte) => `&amp;#${byte};`).join("")],
    ["in octal", mapBytes((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")],
    ["as code points", mapBytes((byte) => `\\u{${byte.toString(16)}}`).join("")],
    ["as a dump", mapBytes((byte) => byte.toString(16).padStart(2, "0")).join(" ")],
    ["as a dump with colons", mapBytes((byte) => byte.toString(16).padStart(2, "0")).join(":")],
    ["as an array", mapBytes((byte) => `0x${byte.toString(16).padStart(2, "0")}`).join(", ")],
    ["letter by letter", divide(SECRET, 1, " ")],
    ["with invisible characters", divide(SECRET, 1, "\u200B")],
    ["on lines of a reply", divide(SECRET.replaceAll(" ", ""), 5, "\r\n535-5.7.8 ")],
    ["in base64 on lines of a reply", divide(toBase64(SECRET), 5, "\r\n535-")],
    ["in quoted-printable", divide(SECRET, 6, "=\r\n")],
  ])("%s", (_, text) => {
    const reason = toReason(text);
    expect(reason).toContain("(hidden)");
    // what base64 leaves on a last line has a few bits
    expect(reason.replaceAll(/\(hidden\)|535-|535|said|\bend\b|0x/gu, "").replaceAll(/\W/gu, "").length).toBeLessThan(
      5,
    );
  });
});

describe("hides a link's token in a quoted mail", () => {
  const token = "Zk3-x_9QmT7vLw2pRb8sYd4HcN6uJf1AgE5oKi0VXWl";
  const link = `https://club.example.org/auth?reset=${token}`;
  test.each([
    ["as it is", link],
    ["in a URL", encodeURIComponent(link)],
    ["in a URL in a URL", encodeURIComponent(encodeURIComponent(link))],
    ["in HTML", `&lt;a href=&quot;${link.replace("?", "&#63;")}&amp;x=1&quot;&gt;`],
    [
      "in JSON",
      JSON.stringify(link)
        .replaceAll("?", String.raw`\u003f`)
        .replaceAll("=", String.raw`\u003D`),
    ],
    ["in quoted-printable", `${link.replace("=", "=3D").slice(0, 50)}=\r\n${link.replace("=", "=3D").slice(50)}`],
  ])("%s", (_, text) => {
    const reason = toReason(text);
    expect(reason).toContain("(hidden)");
    for (let at = 0; at + 8 <= token.length; at += 1) expect(reason).not.toContain(token.slice(at, at + 8));
  });
});

test("hides a token that contains a part of a secret", () => {
  const part = toBase64(SECRET).slice(4, 12);
  for (const token of [`eyJ0${part}NiJ9.eyJhdWQiOiJ.c2lnbmF0dXJl`, `eyJ0eXAiOiJKV1QiLCJh.eyJh${part}.c2lnbmF0dXJl`])
    expect(toReason(token)).toBe("535 said (hidden) end");
});

test("leaves ordinary text as it is", () => {
  for (const text of [
    "5.7.8 Error: authentication failed: UGFzc3dvcmQ6",
    "421 4.7.0 Try again later, closing connection. (EHLO) 7-20020a05600c22c7b0",
    "<p>It&#39;s 100%25 correct &amp; “fine”</p>, see https://example.org/a?b=c+d%20e",
  ])
    expect(toReason(text)).toBe(`535 said ${text} end`);
});

test("takes no time for a secret and text by one member", () => {
  const texts = ["=3d", "%25", "%2525", "a", "\\", "&#0", "&amp;", "%61=41+&#65; \\x41 ", String.raw`\x5c`];
  for (const secret of ["=", "%", "a", "aA", "&", "\\", "%61", "5"].map((part) => `${part.repeat(480)}b`))
    for (const text of texts.map((part) => part.repeat(4096 / part.length))) {
      const start = performance.now();
      sanitizeServiceText(text, 200, createHideSecrets([secret]));
      expect([secret.slice(0, 3), text.slice(0, 5), performance.now() - start < 1000]).toEqual([
        secret.slice(0, 3),
        text.slice(0, 5),
        true,
      ]);
    }
});
