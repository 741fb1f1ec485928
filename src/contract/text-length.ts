import { normalizeText } from "./normalize-text.ts";

// not in text-rule.ts, which visitors would have to load

export function trimText(text: string): string;
export function trimText(text: string | undefined): string | undefined;
export function trimText(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  let [start, end] = [0, text.length];
  while (start < end && OUTER_WHITESPACE.test(text.charAt(start))) start += 1;
  while (end > start && OUTER_WHITESPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Trims all texts of a request's fields. */
export function trimTexts<Fields extends object>(fields: Fields): Fields {
  const trim = (value: unknown) => (typeof value === "string" ? trimText(value) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, trim(value)])) as Fields;
}

/** Whitespace and invisible characters, except those in emoji. */
const OUTER_WHITESPACE = /[\s\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/;

/** In code points, of the trimmed text. A letter and its accent are one, however they are typed. */
export function textLength(text: string): number {
  const trimmed = trimText(text);
  const length = codePoints(trimmed);
  return Math.min(length, codePoints(normalizeText(trimmed, "NFC")));
}

/** Creates no array, because a chapter has 100,000s. */
export function codePoints(text: string): number {
  let pairCount = 0;
  for (let at = 1; at < text.length; at += 1)
    if (isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1))) pairCount += 1;
  return text.length - pairCount;
}

/** Converts UTF-16 offsets to code points. */
export function createCodePointCounter(text: string): (unit: number) => number {
  if (!/[\uD800-\uDBFF]/.test(text)) return (unit) => unit;
  const points = new Uint32Array(text.length + 1);
  for (let unit = 0; unit < text.length; unit += 1)
    points[unit + 1] = (points[unit] ?? 0) + (isLowSurrogate(text.charCodeAt(unit)) ? 0 : 1);
  return (unit) => points[Math.min(unit, text.length)] ?? 0;
}

const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800;
const isLowSurrogate = (unit: number) => (unit & 0xfc00) === 0xdc00;

/** At most `max` UTF-16 units, without half an emoji, which databases and mail reject. */
export function truncateText(text: string, max: number): string {
  const truncated = text.slice(0, max);
  return (
    truncated.length < text.length && !truncated.isWellFormed() ? truncated.slice(0, -1) : truncated
  ).toWellFormed();
}
