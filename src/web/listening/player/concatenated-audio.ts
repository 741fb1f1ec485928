import { createAudioSource, type Sound, type SoundEvents } from "./audio-source.ts";

/** `start` is its second in the whole. */
export type SoundFile = { url: string; start: number };

/** Plays files one after the other as one sound: those that an eBook brings along (BEYOND 11). */
export function createConcatenatedAudio(
  element: HTMLAudioElement,
  files: readonly SoundFile[],
  events: SoundEvents,
): Sound {
  let at = 0;
  let wanted = false;
  const start = () => files[at]?.start ?? 0;
  const isGoingOn = () => element.ended && wanted && at + 1 < files.length;

  const sound = createAudioSource(element, {
    ...events,
    onPosition: (position) => events.onPosition(start() + position),
    // the whole is known
    onDuration: () => undefined,
    onPlaying: (playing) => {
      if (!playing && isGoingOn()) return;
      wanted = playing;
      events.onPlaying(playing);
    },
    onEnded: () => {
      if (!isGoingOn()) return events.onEnded();
      void open(at + 1, 0);
    },
  });

  async function open(file: number, position: number): Promise<void> {
    at = file;
    const url = files[file]?.url ?? "";
    await sound.load(async () => url, url, position);
    // the file before would begin again if it came sooner
    if (wanted) sound.play();
  }
  const fileAt = (position: number) =>
    Math.max(
      0,
      files.findLastIndex((file) => file.start <= position),
    );

  return {
    ...sound,
    load(_find, _name, position) {
      const file = fileAt(position);
      return open(file, position - (files[file]?.start ?? 0));
    },
    play() {
      wanted = true;
      sound.play();
    },
    pause() {
      wanted = false;
      sound.pause();
    },
    seek(position) {
      const file = fileAt(position);
      if (file === at) return sound.seek(position - start());
      void open(file, position - (files[file]?.start ?? 0));
    },
    position: () => start() + sound.position(),
  };
}
