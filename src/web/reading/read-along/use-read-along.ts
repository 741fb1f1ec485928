import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { atom, useAtom, useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";

import { fractionAt, secondsAt, type Timeline } from "#contract/timeline.ts";
import { fetchQuery } from "#web/api/fetch-query.ts";
import { query } from "#web/api/query.ts";
import { subscribeToNothing } from "#web/lib/browser/listeners.ts";
import { fileUrl, textUrl } from "#web/lib/format/book-urls.ts";
import { createOwnAudioPlayer, pauseOthers } from "#web/listening/player/browser-player.ts";
import type { Player } from "#web/listening/player/player.ts";
import { readRate } from "#web/listening/player/preferences.ts";
import { playerAtom } from "#web/listening/player/use-player.ts";
import { sectionAtFraction } from "#web/reading/chapters.ts";
import type { Reader } from "#web/reading/reader.ts";
import { fetchSection } from "#web/reading/view/fetch-section.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";
import { showError } from "#web/ui/feedback/toast.ts";

import { createAudioReadAlong } from "./audio-read-along.ts";
import { createChapterReadAlong } from "./chapter-read-along.ts";
import { createFollower } from "./follower.ts";
import { READ_ALONG_OFF, type ReadAlong, type ReadAlongState } from "./read-along.ts";
import { createReadAloud } from "./read-aloud.ts";
import { createSentenceStore } from "./sentence-lookup.ts";
import type { Speech } from "./speech.ts";
import { textSentences } from "./text-sentences.ts";
import type { VoiceKind } from "./use-voice-kind.ts";

export function useReadAlong(voice: VoiceKind, reader: Reader, timeline: Timeline): ReadAlong | null {
  const queries = useQueryClient();
  const audiobook = useAtomValue(playerAtom);
  const setMediumSwitch = useSetAtom(mediumSwitchAtom);
  // An effect may set an atom, but not React's own state.
  const [readAlongAtom] = useState(() => atom<ReadAlong | null>(null));
  const [readAlong, setReadAlong] = useAtom(readAlongAtom);
  const player = audiobook?.book.id === reader.bookId ? audiobook : null;
  const startSeconds = useRef<number>(null);

  useEffect(() => {
    const onStart = (seconds: number) => setMediumSwitch({ bookId: reader.bookId, to: "text", seconds });
    const created = createForVoice(voice, player, { reader, timeline, queries, startSeconds, onStart });
    setReadAlong(created);
    reader.setTextTap(created?.tap ?? null);
    return () => {
      setReadAlong(null);
      reader.setTextTap(null);
      created?.end();
    };
  }, [voice, player, reader, timeline, queries, setReadAlong, setMediumSwitch]);
  return readAlong;
}

export function useAlongState(readAlong: ReadAlong | null): ReadAlongState {
  return useSyncExternalStore(readAlong?.subscribe ?? subscribeToNothing, readAlong?.state ?? getOffState);
}
const getOffState = () => READ_ALONG_OFF;

type Context = Omit<Parameters<typeof createChapterReadAlong>[0], "player" | "follower"> & {
  reader: Reader;
  queries: QueryClient;
};

function createForVoice(voice: VoiceKind, player: Player | null, context: Context): ReadAlong | null {
  const { reader } = context;
  const { bookId, contents } = reader;
  if (voice.kind === "speech") return readAloud(voice.speech, reader);
  if (voice.kind === "sentences" && player) return createForAudio(player, "follow", context);
  if (voice.kind === "audiobook" && player)
    return createChapterReadAlong({ player, follower: createFollower(reader, { mode: "follow" }), ...context });
  if (voice.kind !== "own") return null;
  const seconds = voice.files.reduce((sum, file) => sum + file.seconds, 0);
  const files = voice.files.map(({ href, start }) => ({ url: fileUrl(bookId, href), start }));
  const ownPlayer = createOwnAudioPlayer({ id: bookId, title: contents.title, files, seconds });
  void ownPlayer.load();
  const along = createForAudio(ownPlayer, "aloud", context);
  return {
    ...along,
    end() {
      along.end();
      ownPlayer.end();
    },
  };
}

function createForAudio(player: Player, mode: "follow" | "aloud", context: Context): ReadAlong {
  const { reader, timeline, queries } = context;
  const { bookId, contents } = reader;
  const linearFlags = contents.sections.map((section) => section.linear);
  const find = async (section: number) =>
    (await fetchQuery(queries, query("GET /api/books/:id/sentences", { params: { id: bookId }, query: { section } })))
      .sentences;
  const sections = createSentenceStore(linearFlags, find);
  return createAudioReadAlong({
    player,
    follower: createFollower(reader, { mode, isAway: player.state().isPlaying }),
    sections,
    view: reader.view,
    guessSection: (seconds) => sectionAtFraction(contents, fractionAt(timeline, seconds)),
    guessSeconds: () => secondsAt(timeline, reader.currentFraction()),
  });
}

function readAloud(speech: Speech, reader: Reader): ReadAlong {
  const { bookId, contents } = reader;
  const linear = contents.sections.map((section) => section.linear);
  const sections = createSentenceStore(linear, async (index) => {
    const { href = "", length = 0 } = contents.sections[index] ?? {};
    // Damaged sections have length 0, too, and can't be loaded.
    if (length === 0) return [];
    return textSentences(await fetchSection(textUrl(bookId, href)), contents.language);
  });
  const along = createReadAloud({
    speech,
    follower: createFollower(reader, { mode: "aloud" }),
    sections,
    view: reader.view,
    rate: () => readRate(bookId),
    onFail: () => showError("Reading stopped. Press Read aloud to resume."),
  });
  const isPlaying = () => along.state().isPlaying;
  const pause = () => void (isPlaying() && along.toggle());
  const stopSharing = pauseOthers({ subscribe: along.subscribe, pause }, isPlaying);
  return {
    ...along,
    end() {
      stopSharing();
      along.end();
    },
  };
}
