import { logProblem } from "#web/lib/log.ts";

/** What the sound tells the player. Positions in seconds. */
export type SoundEvents = {
  onPosition: (position: number) => void;
  onDuration: (duration: number) => void;
  onPlaying: (playing: boolean) => void;
  onEnded: () => void;
  /** True while the sound waits for data. */
  onWaiting: (waiting: boolean) => void;
  /** True from a source that cannot be read until it can be again. */
  onBroken: (broken: boolean) => void;
};

export type Sound = ReturnType<typeof createSound>;

/** How often a source that broke off is tried again, in milliseconds. */
const RETRY_MS = 4000;

/**
 * Wraps the media element: remembers where it should be while it loads, so that a reload or a lost
 * network never looks like a jump to the beginning, and goes on when the source can be read again.
 */
export function createSound(element: HTMLAudioElement, events: SoundEvents) {
  /** Where to go as soon as the element knows its length; null while it is where it should be. */
  let target: number | null = 0;
  let wanted = false;
  let broken = false;
  let name = "";
  let findUrl = async () => "";
  let retry: ReturnType<typeof setTimeout> | undefined;
  const life = new AbortController();

  const on = (name: string, run: () => void) => element.addEventListener(name, run, { signal: life.signal });
  on("loadedmetadata", () => {
    if (Number.isFinite(element.duration)) events.onDuration(element.duration);
    if (target !== null) element.currentTime = target;
    target = null;
    setBroken(false);
    if (wanted && element.paused) void start();
  });
  // The length of an mp3 may be a guess that grows true as more of it comes.
  on("durationchange", () => {
    if (element.readyState > 0 && Number.isFinite(element.duration)) events.onDuration(element.duration);
  });
  on("timeupdate", () => {
    if (target === null && !broken) events.onPosition(element.currentTime);
  });
  on("seeked", () => {
    if (target === null && !broken) events.onPosition(element.currentTime);
  });
  on("play", () => events.onPlaying(true));
  on("pause", () => {
    // The element also says 'pause' right before 'ended', and while a broken source is loaded again.
    if (element.ended || target !== null || broken) return;
    wanted = false;
    events.onPlaying(false);
  });
  on("ended", () => {
    wanted = false;
    events.onPlaying(false);
    events.onEnded();
  });
  on("waiting", () => events.onWaiting(true));
  on("playing", () => events.onWaiting(false));
  on("canplay", () => events.onWaiting(false));
  on("error", fail);
  addEventListener("online", () => broken && reload(), { signal: life.signal });

  function fail() {
    const isM4b = /\.m4b$/i.test(name);
    if (isM4b) logProblem("This browser may not play .m4b: download the audiobook instead.", element.error?.message);
    else logProblem("The audiobook could not be played", element.error?.message ?? "");
    tryLater();
  }

  function tryLater() {
    target ??= element.currentTime;
    setBroken(true);
    clearTimeout(retry);
    retry = setTimeout(reload, RETRY_MS);
  }

  function setBroken(now: boolean) {
    if (!now) clearTimeout(retry);
    if (broken === now) return;
    broken = now;
    events.onBroken(now);
  }

  function reload() {
    clearTimeout(retry);
    target ??= element.currentTime;
    void fetchAnew();
  }

  /** The address is asked for each time: a copy on the device may have come or gone. */
  async function fetchAnew() {
    try {
      const url = await findUrl();
      if (life.signal.aborted) return;
      element.src = url;
      element.load();
    } catch (error) {
      logProblem("The audiobook was not found", error);
      if (!life.signal.aborted) tryLater();
    }
  }

  async function start() {
    try {
      await element.play();
    } catch (error) {
      // A newer load interrupted this one: it plays on its own.
      if (target !== null) return;
      logProblem("Playback failed", error);
      wanted = !element.paused;
      events.onPlaying(!element.paused);
    }
  }

  return {
    /** Shows where it will play from; nothing is downloaded before `preload` or `play`. */
    async load(find: () => Promise<string>, filename: string, position: number) {
      findUrl = find;
      name = filename;
      target = position;
      if (element.preload !== "metadata") element.preload = "none";
      await fetchAnew();
    },
    /** Loads the length, and so makes the first press on play faster. */
    preload() {
      element.preload = "metadata";
    },
    play() {
      wanted = true;
      if (!broken) return void start();
      // Nothing is heard yet, but the press must not look lost: the player waits and can be paused.
      events.onPlaying(true);
      return reload();
    },
    pause() {
      wanted = false;
      element.pause();
      // a source that is broken or on its way does not tell of it
      events.onPlaying(false);
    },
    seek(position: number) {
      if (target !== null || element.readyState === 0) target = position;
      else element.currentTime = position;
    },
    setRate(rate: number) {
      // A load resets the rate to the default one.
      element.defaultPlaybackRate = rate;
      element.playbackRate = rate;
    },
    /** @param volume 0 to 1 */
    setVolume(volume: number, muted: boolean) {
      element.volume = volume;
      element.muted = muted;
    },
    end() {
      life.abort();
      clearTimeout(retry);
      wanted = false;
      element.pause();
      element.removeAttribute("src");
      element.load();
    },
  };
}

/** False where the system alone sets the volume (iOS): a change is not taken over. */
export function canSetVolume(element: HTMLAudioElement): boolean {
  const before = element.volume;
  element.volume = before > 0.5 ? 0.25 : 0.75;
  const changed = element.volume !== before;
  element.volume = before;
  return changed;
}
