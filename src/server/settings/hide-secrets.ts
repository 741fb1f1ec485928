import { replaceLineBreaks } from "#contract/text-rule.ts";

import { listDecodedViews } from "./decoded-views.ts";
import { foldCase, listSecretForms, MARKS, markSecrets } from "./secret-forms.ts";

/** `isReply` also hides tokens, and parts of secrets, which our own texts may contain by chance. */
export type HideSecrets = (text: string, isReply?: boolean) => string;

const HIDDEN_TEXT = "(hidden)";

const SECRET_MIN_LENGTH = 4;

/**
 * Replaces our secrets in a service's text, which may encode them several times, divide or capitalize them. Takes linear
 * time, because a member with a push service chooses both secret and text. Call it before shortening.
 */
export function createHideSecrets(secrets: readonly string[]): HideSecrets {
  let secretCount = -1;
  let forms = listSecretForms([]);
  return (text, isReply = false) => {
    if (secrets.length !== secretCount) {
      secretCount = secrets.length;
      forms = listSecretForms(secrets.filter((secret) => secret.length >= SECRET_MIN_LENGTH));
    }
    const hiddenMarks = isReply ? markTokens(text) : new Uint8Array(text.length);
    for (const view of forms.whole.length === 0 ? [] : listDecodedViews(text, isReply)) {
      const marks = markSecrets(foldCase(view.text), forms, isReply);
      if (marks === null) continue;
      const { starts, ends } = view.locate();
      for (const { start, end, isMarked } of listRuns(marks)) {
        if (!isMarked) continue;
        const range = [starts[start] ?? 0, ends[end - 1] ?? 0] as const;
        hiddenMarks.fill(1, ...(marks.subarray(start, end).includes(MARKS.base64) ? extendToWord(text, range) : range));
      }
    }
    return replaceHidden(text, hiddenMarks);
  };
}

function listRuns(marks: Uint8Array): { start: number; end: number; isMarked: boolean }[] {
  const runs = [];
  for (let start = 0; start < marks.length;) {
    const isMarked = marks[start] !== 0;
    let end = start + 1;
    while (end < marks.length && (marks[end] !== 0) === isMarked) end += 1;
    runs.push({ start, end, isMarked });
    start = end;
  }
  return runs;
}

/** What surrounds a part of a secret in base64 may be the rest of it. */
function extendToWord(text: string, [first, last]: readonly [number, number]): [number, number] {
  let [start, end] = [first, last];
  while (start > 0 && /[\w+/-]/u.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && /[\w+/=-]/u.test(text.charAt(end))) end += 1;
  return [start, end];
}

/** More isn't shown, and the end of a secret that is cut off here is too short to reveal it. */
const INSPECTED_CHARS = 2000;

export function sanitizeServiceText(text: string, maxLength: number, hideSecrets: HideSecrets): string {
  return hideSecrets(replaceLineBreaks(text.slice(0, INSPECTED_CHARS)), true)
    .trim()
    .slice(0, maxLength);
}

const TOKEN_PATTERNS = [
  /([?&#](?:[\w-]+=)?)[\w.%~-]{20,}/gu,
  // a JWT, such as those that push services get
  /()\beyJ[\w-]{10,}(?:\.[\w-]+)*/gu,
];

/** Hides the tokens of links in a text that may quote our mails, encoded or in lines of quoted-printable. */
export function hideTokens(text: string): string {
  return replaceHidden(text, markTokens(text));
}

function markTokens(text: string): Uint8Array {
  const hiddenMarks = new Uint8Array(text.length);
  for (const view of listDecodedViews(text, false))
    for (const pattern of TOKEN_PATTERNS)
      for (const { 0: match, 1: prefix = "", index } of view.text.matchAll(pattern)) {
        const { starts, ends } = view.locate();
        hiddenMarks.fill(1, starts[index + prefix.length], ends[index + match.length - 1]);
      }
  return hiddenMarks;
}

function replaceHidden(text: string, hiddenMarks: Uint8Array): string {
  return listRuns(hiddenMarks)
    .map(({ start, end, isMarked }) => (isMarked ? HIDDEN_TEXT : text.slice(start, end)))
    .join("");
}
