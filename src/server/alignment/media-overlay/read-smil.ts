import { type DocumentContext, resolveHref } from "#server/epub/addresses.ts";
import { findAll, readXml } from "#server/epub/xml-tree.ts";

/** A piece of text that is heard from `begin` to `end`, in seconds of the file `sound`; `end` may be its end. */
export type Clip = { text: string; fragment: string | null; sound: string; begin: number; end: number | null };

/** Reads one media overlay (EPUB 3.3, 9.2), in the order it's heard. @throws Error when it can't be read */
export function readSmil(xml: Uint8Array, at: DocumentContext): Clip[] {
  return findAll(readXml(xml), "par").flatMap((par): Clip[] => {
    const [text] = findAll(par, "text");
    const [audio] = findAll(par, "audio");
    const target = resolveHref(at, text?.attributes["src"] ?? "");
    const sound = resolveHref(at, audio?.attributes["src"] ?? "");
    if (!text?.attributes["src"] || !audio?.attributes["src"] || !target || !sound) return [];
    const begin = readClock(audio.attributes["clipbegin"] ?? "0");
    const end = audio.attributes["clipend"] === undefined ? null : readClock(audio.attributes["clipend"]);
    if (begin === null || (end !== null && end <= begin)) return [];
    const [path, name] = [at.find(target.path), at.find(sound.path)];
    return path && name ? [{ text: path, fragment: target.fragment, sound: name, begin, end }] : [];
  });
}

const UNITS: Record<string, number> = { h: 3600, min: 60, s: 1, ms: 0.001 };

/** Seconds of a SMIL clock value (EPUB 3.3, appendix E), such as `0:01:02.5`, `01:02.5`, `62.5s` or `62.5`; else null. */
function readClock(text: string): number | null {
  const parts = /^(?:(?:(\d{1,4}):)?(\d{1,2}):)?(\d{1,8}(?:\.\d{0,9})?)$/.exec(text.trim());
  if (parts) return Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3]);
  const counted = /^(\d{1,8}(?:\.\d{0,9})?)(h|min|s|ms)$/.exec(text.trim());
  return counted ? Number(counted[1]) * (UNITS[counted[2] ?? ""] ?? 1) : null;
}
