import { type AudioEvents, type AudioSource, createAudioSource } from "./audio-source.ts";

export type AudioFile = { url: string; start: number };

/** Plays the files of an EPUB's own audio as if they were one (BEYOND 11). */
export function createConcatenatedAudio(
  element: HTMLAudioElement,
  files: readonly AudioFile[],
  events: AudioEvents,
): AudioSource {
  let fileIndex = 0;
  let isWanted = false;
  const fileStart = () => files[fileIndex]?.start ?? 0;
  const isAdvancing = () => element.ended && isWanted && fileIndex + 1 < files.length;

  const source = createAudioSource(element, {
    ...events,
    onPosition: (position) => events.onPosition(fileStart() + position),
    onDuration: () => undefined,
    onPlaying: (playing) => {
      if (!playing && isAdvancing()) return;
      isWanted = playing;
      events.onPlaying(playing);
    },
    onEnded: () => {
      if (!isAdvancing()) return events.onEnded();
      void openFile(fileIndex + 1, 0);
    },
  });

  async function openFile(file: number, position: number): Promise<void> {
    fileIndex = file;
    const url = files[file]?.url ?? "";
    await source.load(async () => url, position);
    // Only now, because earlier the previous file would restart.
    if (isWanted) source.play();
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
      return openFile(file, position - (files[file]?.start ?? 0));
    },
    play() {
      isWanted = true;
      source.play();
    },
    pause() {
      isWanted = false;
      source.pause();
    },
    seek(position) {
      const file = fileAt(position);
      if (file === fileIndex) return source.seek(position - fileStart());
      void openFile(file, position - (files[file]?.start ?? 0));
    },
    position: () => fileStart() + source.position(),
  };
}
