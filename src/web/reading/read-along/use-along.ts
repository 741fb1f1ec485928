import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useSyncExternalStore } from "react";

import type { Contents } from "#contract/reading.ts";
import { fractionAt, secondsAt, type Timeline } from "#contract/timeline.ts";
import { query } from "#web/api/query.ts";
import { randomHexId } from "#web/lib/browser/new-key.ts";
import { fileUrl, textUrl } from "#web/lib/format/book-text.ts";
import { createOwnSoundPlayer, pauseOthers } from "#web/listening/player/browser-player.ts";
import type { Player } from "#web/listening/player/player.ts";
import { createPreferences } from "#web/listening/player/preferences.ts";
import { playerAtom } from "#web/listening/player/use-player.ts";
import type { Reader } from "#web/reading/reader.ts";
import { fetchSection } from "#web/reading/view/fetch-section.ts";
import { showError } from "#web/ui/feedback/toast.ts";

import { type AlongState, READ_ALONG_OFF, type ReadAlong } from "./along.ts";
import { createAudioReadAlong } from "./audio-read-along.ts";
import { createFollower } from "./follower.ts";
import { createReadAloud } from "./read-aloud.ts";
import { createSections } from "./sentence-at.ts";
import type { Speech } from "./speech.ts";
import { textSentences } from "./text-sentences.ts";
import { useDisposable } from "./use-disposable.ts";
import type { VoiceKind } from "./use-voice-kind.ts";

type Opened = { bookId: number; contents: Contents; reader: Reader; timeline: Timeline };

/** What reads along in this reader; null until the audiobook's player is wanted. */
export function useReadAlong(voice: VoiceKind, opened: Opened): ReadAlong | null {
  const queries = useQueryClient();
  const audiobook = useAtomValue(playerAtom);
  const { bookId, contents, reader, timeline } = opened;
  const [along, hold] = useDisposable<ReadAlong>();
  const player = voice.kind === "sentences" && audiobook?.book.id === bookId ? audiobook : null;

  useEffect(() => {
    const made = make(voice, player, { bookId, contents, reader, timeline }, queries);
    hold(made);
    reader.setTextTap(made?.tap ?? null);
    return () => {
      hold(null);
      reader.setTextTap(null);
      made?.end();
    };
  }, [voice, player, bookId, contents, reader, timeline, queries, hold]);
  return along;
}

export function useAlongState(along: ReadAlong | null): AlongState {
  return useSyncExternalStore(along?.subscribe ?? neverChanges, along?.state ?? isOff);
}
const neverChanges = () => () => undefined;
const isOff = () => READ_ALONG_OFF;

function make(voice: VoiceKind, player: Player | null, opened: Opened, queries: QueryClient): ReadAlong | null {
  if (voice.kind === "speech") return readAloud(voice.speech, opened);
  if (voice.kind === "sentences" && player) return alongSound(player, "follow", opened, queries);
  if (voice.kind !== "own") return null;
  const { bookId, contents } = opened;
  const seconds = voice.files.reduce((sum, file) => sum + file.seconds, 0);
  const files = voice.files.map(({ href, start }) => ({ url: fileUrl(bookId, href), start }));
  const own = createOwnSoundPlayer({ id: bookId, title: contents.title, files, seconds });
  void own.load();
  const along = alongSound(own, "aloud", opened, queries);
  return {
    ...along,
    end() {
      along.end();
      own.end();
    },
  };
}

function alongSound(player: Player, how: "follow" | "aloud", opened: Opened, queries: QueryClient): ReadAlong {
  const { bookId, contents, reader, timeline } = opened;
  const linear = contents.sections.map((section) => section.linear);
  const find = async (section: number) =>
    (await queries.fetchQuery(query("GET /api/books/:id/sentences", { params: { id: bookId }, query: { section } })))
      .sentences;
  const sections = createSections(linear, find);
  return createAudioReadAlong({
    player,
    follower: createFollower(reader, { how, isAway: player.state().playing }),
    sections,
    view: reader.view,
    guessSection: (seconds) => {
      const at = fractionAt(timeline, seconds) * contents.length;
      return Math.max(
        0,
        contents.sections.findLastIndex(({ index }) => reader.view.startOf(index) <= at),
      );
    },
    guessSeconds: () => secondsAt(timeline, reader.here()),
  });
}

function readAloud(speech: Speech, { bookId, contents, reader }: Opened): ReadAlong {
  const linear = contents.sections.map((section) => section.linear);
  const sections = createSections(linear, async (index) => {
    const { href = "", length = 0 } = contents.sections[index] ?? {};
    // also a damaged one, which can't be loaded
    if (length === 0) return [];
    return textSentences(await fetchSection(textUrl(bookId, href)), contents.language);
  });
  const preferences = createPreferences();
  const along = createReadAloud({
    speech,
    follower: createFollower(reader, { how: "aloud" }),
    sections,
    view: reader.view,
    rate: () => preferences.rate(bookId),
    onFail: () => showError("Reading stopped. Press Read aloud to resume."),
  });
  const isPlaying = () => along.state().isPlaying;
  const pause = () => void (isPlaying() && along.toggle());
  const stopSharing = pauseOthers({ subscribe: along.subscribe, pause }, randomHexId(), isPlaying);
  return {
    ...along,
    end() {
      stopSharing();
      along.end();
    },
  };
}
