import { useMemo, useSyncExternalStore } from "react";

import type { OverlayAudio } from "#contract/sentences.ts";
import { useGet } from "#web/api/use-get.ts";
import { subscribeToNothing } from "#web/lib/browser/listeners.ts";
import { sectionAtFraction } from "#web/reading/chapters.ts";
import type { Reader } from "#web/reading/reader.ts";

import { createSpeech, type Speech } from "./speech.ts";

export type VoiceKind =
  | { kind: "pending" | "audiobook" | "sentences" | "nothing" }
  | { kind: "own"; files: readonly OverlayAudio[] }
  | { kind: "speech"; speech: Speech };

/** Sections at these fractions are probed: neither front matter nor notes. */
const SAMPLE_FRACTIONS = [0.3, 0.6] as const;

export function useVoiceKind({ bookId, contents }: Reader, hasAudiobook: boolean): VoiceKind {
  const [first, second] = SAMPLE_FRACTIONS.map((share) => sectionAtFraction(contents, share, ({ linear }) => linear));
  const params = { id: bookId };
  const firstSample = useGet("GET /api/books/:id/sentences", { params, query: { section: first ?? 0 } });
  const secondSample = useGet("GET /api/books/:id/sentences", { params, query: { section: second ?? 0 } });
  const speech = useSpeech(contents.language);
  const files = firstSample.data?.sound;
  const isPending = firstSample.isPending || secondSample.isPending;
  const haveSentences = [firstSample.data, secondSample.data].some((data) => (data?.sentences.length ?? 0) > 0);
  return useMemo(() => {
    // Shown while loading only if there will probably be a voice, because the bar must not shrink later.
    if (isPending) return { kind: hasAudiobook || speech ? "pending" : "nothing" };
    if (hasAudiobook) return { kind: haveSentences ? "sentences" : "audiobook" };
    if (haveSentences && files) return { kind: "own", files };
    return speech ? { kind: "speech", speech } : { kind: "nothing" };
  }, [isPending, haveSentences, hasAudiobook, files, speech]);
}

function useSpeech(language: string | null): Speech | null {
  const speech = useMemo(
    () => ("speechSynthesis" in globalThis ? createSpeech(speechSynthesis, language) : null),
    [language],
  );
  const hasVoice = useSyncExternalStore(speech?.subscribe ?? subscribeToNothing, () => speech?.hasVoice() ?? false);
  return hasVoice ? speech : null;
}
