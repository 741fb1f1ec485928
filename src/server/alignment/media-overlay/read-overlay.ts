import type { Sentence } from "#contract/sentences.ts";
import { createCodePointCounter } from "#contract/text-length.ts";
import { type DocumentContext, resolveHref } from "#server/epub/hrefs.ts";
import { type EpubFile, openEpub } from "#server/epub/open-epub.ts";
import { spinePaths } from "#server/epub/read-contents.ts";
import type { SectionText } from "#server/epub/visible-text.ts";
import { findAll, readXml } from "#server/epub/xml-tree.ts";

import { cumulativeSums } from "../match/align-parts.ts";
import type { AudiobookOutline, TimedSentence } from "../model/sentence-timings.ts";

/** A Bible timed word by word has 800,000, too many for a phone. */
const CLIPS_MAX = 200_000;

export type Overlay = { sounds: string[]; segments: OverlaySegment[] };
type OverlaySegment = Omit<Sentence, "end" | "sure"> & { section: number; sound: number; end: number | null };

/** Null if the EPUB has no media overlay. @throws AppError, Error */
export async function readOverlay(path: string, texts: readonly SectionText[]): Promise<Overlay | null> {
  using epub = await openEpub(path);
  return toOverlay(await readClips(epub), spinePaths(epub), texts);
}

async function readClips(epub: EpubFile): Promise<Clip[]> {
  const { packageInfo, itemsById, findName, readXml } = epub;
  const overlays = packageInfo.spine.flatMap(({ id }) => itemsById.get(itemsById.get(id)?.overlay ?? "")?.path ?? []);
  const clips: Clip[] = [];
  for (const overlay of new Set(overlays)) {
    const path = findName(overlay);
    if (!path || clips.length > CLIPS_MAX) continue;
    try {
      for (const clip of readSmil(await readXml(path), { path, find: findName })) clips.push(clip);
    } catch {
      // the other overlays may be readable
    }
  }
  return clips.slice(0, CLIPS_MAX);
}

function toOverlay(
  clips: readonly Clip[],
  pages: readonly { path: string }[],
  texts: readonly SectionText[],
): Overlay | null {
  const sectionByPath = new Map(pages.map(({ path }, index) => [path, index]));
  const codePointsBySection = new Map<number, (unit: number) => number>();
  const audioIndexes = new Map<string, number>();
  const segments = clips.flatMap(({ text, fragment, sound, begin, end }): OverlaySegment[] => {
    const section = sectionByPath.get(text);
    const sectionText = section === undefined ? undefined : texts[section];
    if (section === undefined || !sectionText) return [];
    const span = fragment === null ? { start: 0, end: sectionText.text.length } : sectionText.ids.get(fragment);
    const countCodePoints = codePointsBySection.get(section) ?? createCodePointCounter(sectionText.text);
    codePointsBySection.set(section, countCodePoints);
    const visibleSpan = span && trim(sectionText.text, span.start, span.end);
    if (!visibleSpan) return [];
    const index = audioIndexes.get(sound) ?? audioIndexes.size;
    audioIndexes.set(sound, index);
    return [
      {
        section,
        sound: index,
        start: begin,
        end,
        from: countCodePoints(visibleSpan.start),
        to: countCodePoints(visibleSpan.end),
      },
    ];
  });
  return segments.length > 0 ? { sounds: [...audioIndexes.keys()], segments } : null;
}

function trim(text: string, start: number, end: number): { start: number; end: number } | null {
  const spanText = text.slice(start, end);
  const trimmed = spanText.trim();
  if (trimmed === "") return null;
  const leadingLength = spanText.length - spanText.trimStart().length;
  return { start: start + leadingLength, end: start + leadingLength + trimmed.length };
}

type Clip = { text: string; fragment: string | null; sound: string; begin: number; end: number | null };

function readSmil(xml: Uint8Array, base: DocumentContext): Clip[] {
  return findAll(readXml(xml), "par").flatMap((par): Clip[] => {
    const [text] = findAll(par, "text");
    const [audio] = findAll(par, "audio");
    const target = resolveHref(base, text?.attributes["src"] ?? "");
    const audioTarget = resolveHref(base, audio?.attributes["src"] ?? "");
    if (!text?.attributes["src"] || !audio?.attributes["src"] || !target || !audioTarget) return [];
    const begin = readClock(audio.attributes["clipbegin"] ?? "0");
    const end = audio.attributes["clipend"] === undefined ? null : readClock(audio.attributes["clipend"]);
    if (begin === null || (end !== null && end <= begin)) return [];
    const [path, name] = [base.find(target.path), base.find(audioTarget.path)];
    return path && name ? [{ text: path, fragment: target.fragment, sound: name, begin, end }] : [];
  });
}

const SECONDS_PER_UNIT: Record<string, number> = { h: 3600, min: 60, s: 1, ms: 0.001 };

/** A SMIL clock value (EPUB 3.3, appendix E), such as `0:01:02.5`, `01:02.5`, `62.5s` or `62.5`. */
function readClock(text: string): number | null {
  const parts = /^(?:(?:(\d{1,4}):)?(\d{1,2}):)?(\d{1,8}(?:\.\d{0,9})?)$/.exec(text.trim());
  if (parts) return Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3]);
  const unitMatch = /^(\d{1,8}(?:\.\d{0,9})?)(h|min|s|ms)$/.exec(text.trim());
  return unitMatch ? Number(unitMatch[1]) * (SECONDS_PER_UNIT[unitMatch[2] ?? ""] ?? 1) : null;
}

type Recording = Pick<AudiobookOutline, "seconds" | "chapters">;

/** Encoders pad a recording differently. */
const LENGTH_TOLERANCE_SECONDS = 1.5;
const LENGTH_TOLERANCE_SECONDS_PER_FILE = 0.1;

/** Null if the audiobook is another recording. */
export function fitOverlay(
  { segments, sounds }: Overlay,
  lengths: readonly number[],
  audiobook: Recording | null,
): { sentences: TimedSentence[]; starts: number[] } | null {
  const starts = audiobook ? findStarts(audiobook, lengths) : cumulativeSums(lengths).slice(0, -1);
  if (!starts) return null;
  const sentences = segments.flatMap(({ section, sound: file, start, end, from, to }, at): TimedSentence[] => {
    const [before, length] = [starts[file] ?? 0, lengths[file] ?? 0];
    const next = segments[at + 1];
    const cutEnd = Math.min(length, end ?? (next?.sound === file && next.start > start ? next.start : length));
    return cutEnd > start ? [{ section, start: before + start, end: before + cutEnd, from, to, sure: true }] : [];
  });
  if (starts.length !== sounds.length || sentences.length === 0) return null;
  return { sentences: sentences.toSorted((one, other) => one.start - other.start), starts };
}

function findStarts({ seconds, chapters }: Recording, lengths: readonly number[]): number[] | null {
  const isSame = (start: number, end: number, length: number) =>
    Math.abs(end - start - length) <= LENGTH_TOLERANCE_SECONDS;
  const ends = [...chapters.slice(1).map(({ start }) => start), seconds];
  if (
    chapters.length === lengths.length &&
    chapters.every(({ start }, at) => isSame(start, ends[at] ?? 0, lengths[at] ?? 0))
  )
    return chapters.map(({ start }) => start);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const toleranceSeconds = Math.abs(total - seconds);
  return toleranceSeconds <= LENGTH_TOLERANCE_SECONDS + LENGTH_TOLERANCE_SECONDS_PER_FILE * lengths.length
    ? cumulativeSums(lengths).slice(0, -1)
    : null;
}
