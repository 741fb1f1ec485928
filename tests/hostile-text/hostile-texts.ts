/** Texts of hostile or unlucky users. Each is short enough for a name. */
export const HOSTILE = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "javascript:alert(1)",
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus=alert(1) '",
  "</title></textarea></script><b>",
  "{{7*7}} ${7*7} <%= 7*7 %>",
  "&lt;b&gt; &amp;amp; &#x27;",
  "<a href=javascript:alert(1)>x</a>",
  "<!-- ]]> \\u003cb\\u003e %3Cb%3E",
  "a\u200Bb\u200Dc \u2066d",
  "שלום עולם مرحبا",
  "🧀👩‍👩‍👧🇮🇹 é ﷽",
] as const;

/** Names are one printable line, without direction marks. */
export const HOSTILE_NAMES = HOSTILE.filter((text) => !text.includes("\u2066"));

export const HOSTILE_LINE = HOSTILE.slice(0, 10).join(" ");

export const longWord = (length: number) => "W".repeat(length);
