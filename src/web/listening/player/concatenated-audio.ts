import { type AudioEvents, type AudioSource, createAudioSource } from "./audio-source.ts";

export type AudioFile = { url: string; start: number };

/** Plays the files of an EPUB's own audio as if they were one (BEYOND 11). */
export function createConcatenatedAudio(
  element: HTMLAudioElement,
  files: readonly AudioFile[],
  events: AudioEvents,
): AudioSource {
  let at = 0;
  let wanted = false;
  const start = () => files[at]?.start ?? 0;
  const isAdvancing = () => element.ended && wanted && at + 1 < files.length;

  const source = createAudioSource(element, {
    ...events,
    onPosition: (position) => events.onPosition(start() + position),
    onDuration: () => undefined,
    onPlaying: (playing) => {
      if (!playing && isAdvancing()) return;
      wanted = playing;
      events.onPlaying(playing);
    },
    onEnded: () => {
      if (!isAdvancing()) return events.onEnded();
      void open(at + 1, 0);
    },
  });

  async function open(file: number, position: number): Promise<void> {
    at = file;
    const url = files[file]?.url ?? "";
    await source.load(async () => url, position);
    // Only now, because earlier the previous file would restart.
    if (wanted) source.play();
  }
  const fileAt = (position: number) =>
    Math.max(
      0,
      files.findLastIndex((file) => file.start <= position),
    );

  return {
    ...source,
    load(_find, position) {
      const file = fileAt(position);
      return open(file, position - (files[file]?.start ?? 0));
    },
    play() {
      wanted = true;
      source.play();
    },
    pause() {
      wanted = false;
      source.pause();
    },
    seek(position) {
      const file = fileAt(position);
      if (file === at) return source.seek(position - start());
      void open(file, position - (files[file]?.start ?? 0));
    },
    position: () => start() + source.position(),
  };
}
