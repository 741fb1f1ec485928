import { logProblem } from "#web/lib/browser/log.ts";

import { createPlaybackCheck } from "./playback-check.ts";

export type AudioEvents = {
  onPosition: (position: number) => void;
  onDuration: (duration: number) => void;
  onPlaying: (isPlaying: boolean) => void;
  onEnded: () => void;
  onWaiting: (isWaiting: boolean) => void;
  onBroken: (isBroken: boolean) => void;
};

export type AudioSource = ReturnType<typeof createAudioSource>;

const RETRY_DELAY_MS = 4000;
/** iOS resets a volume after this time. */
const VOLUME_CHECK_DELAY_MS = 100;
/** A signed URL of the bucket expires after 15 minutes, and Chromium retries it for minutes before 'error'. */
const SIGNED_URL_MAX_AGE_MS = 10 * 60_000;
/** A login proxy that sends its page instead of a part of the file causes no error, and Chromium waits forever. */
const STALL_MAX_MS = 30_000;
/** A seek that lands further before its target was cut at a length that the browser misjudges. */
const SEEK_TOLERANCE_SECONDS = 1;

/** Keeps its position while loading, so that a lost network never looks like a jump to the start. */
export function createAudioSource(element: HTMLAudioElement, events: AudioEvents, elapsed = () => performance.now()) {
  const check = createPlaybackCheck(element, elapsed);
  /** Set until the metadata is loaded. */
  let startTarget: number | null = 0;
  /** Set until the seek has landed. */
  let seekTarget: number | null = null;
  let isWanted = false;
  let isBroken = false;
  let wasReadable = false;
  let loadedAt = 0;
  let findUrl = async () => "";
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  let failedAt = -Infinity;
  const lifetime = new AbortController();

  const listen = (name: string, run: () => void) => element.addEventListener(name, run, { signal: lifetime.signal });
  listen("loadedmetadata", () => {
    if (Number.isFinite(element.duration)) events.onDuration(element.duration);
    const target = startTarget;
    startTarget = null;
    wasReadable = true;
    setBroken(false);
    if (target !== null) setCurrentTime(target);
    if (isWanted && element.paused) void startPlaying();
  });
  // An MP3's length may be an estimate that improves while loading.
  listen("durationchange", () => {
    if (element.readyState === 0 || !Number.isFinite(element.duration)) return;
    events.onDuration(element.duration);
    if (isBroken && startTarget === null && seekTarget !== null && seekTarget <= element.duration) reload();
  });
  // The browser's own controls seek, too. A track that can't be decoded leaps to the end.
  listen("seeking", () => element.currentTime < element.duration && check.start(element.currentTime));
  listen("timeupdate", reportPosition);
  listen("seeked", reportPosition);
  listen("play", () => {
    check.start();
    events.onPlaying(true);
  });
  listen("pause", () => {
    // The element also fires 'pause' right before 'ended', and while a broken source reloads.
    if (element.ended || startTarget !== null || isBroken) return;
    isWanted = false;
    events.onPlaying(false);
  });
  listen("ended", () => {
    if (!isBroken && !check.wasPlayed(element.currentTime)) stopUnplayable();
    if (isBroken) return;
    isWanted = false;
    events.onPlaying(false);
    events.onEnded();
  });
  listen("waiting", () => {
    events.onWaiting(true);
    watchStall();
    if (startTarget === null && performance.now() - loadedAt > SIGNED_URL_MAX_AGE_MS) reload();
  });
  listen("progress", () => stallTimer !== undefined && watchStall());
  listen("playing", endWaiting);
  listen("canplay", endWaiting);
  listen("error", fail);
  addEventListener("online", () => isBroken && reload(), { signal: lifetime.signal });

  /** Until it plays or is paused. */
  function watchStall() {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(() => {
      if (!isWanted) return;
      if (!isBroken) reload();
      watchStall();
    }, STALL_MAX_MS);
  }

  function endWaiting() {
    clearTimeout(stallTimer);
    stallTimer = undefined;
    events.onWaiting(false);
  }

  function setCurrentTime(position: number) {
    seekTarget = position;
    check.start(position);
    element.currentTime = position;
  }

  function reportPosition() {
    if (startTarget !== null || isBroken || element.seeking) return;
    // The browser estimates the file as shorter than it is, so it would play from another position.
    if (seekTarget !== null && element.currentTime < seekTarget - SEEK_TOLERANCE_SECONDS)
      return failSeek("Failed to seek in the audiobook", `${seekTarget} of ${element.duration}`);
    seekTarget = null;
    if ((!element.paused || element.ended) && !check.wasPlayed(element.currentTime)) return stopUnplayable();
    events.onPosition(element.currentTime);
  }

  /** Some browsers report playing although they don't decode the audio. */
  function stopUnplayable() {
    seekTarget = check.lastPlayed();
    failSeek("Failed to decode the audiobook", `${element.currentTime} of ${element.duration}`);
  }

  function failSeek(problem: string, details: string) {
    logProblem(problem, details);
    setBroken(true);
    element.pause();
    events.onPlaying(false);
    isWanted = false;
  }

  function fail() {
    logProblem("Failed to play the audiobook; it can be downloaded", element.error?.message ?? "");
    scheduleReload();
  }

  function scheduleReload() {
    startTarget ??= seekTarget ?? element.currentTime;
    setBroken(true);
    clearTimeout(retryTimer);
    // An expired URL is replaced at once, but a half-cached file may fail again and again.
    const canExpire = wasReadable && performance.now() - failedAt > RETRY_DELAY_MS;
    retryTimer = setTimeout(reload, canExpire ? 0 : RETRY_DELAY_MS);
    failedAt = performance.now();
    wasReadable = false;
  }

  function setBroken(value: boolean) {
    if (!value) clearTimeout(retryTimer);
    if (isBroken === value) return;
    isBroken = value;
    events.onBroken(value);
  }

  function reload() {
    clearTimeout(retryTimer);
    startTarget ??= seekTarget ?? element.currentTime;
    void fetchSource();
  }

  /** Asks for the URL each time, because an offline copy may have been added or deleted. */
  async function fetchSource() {
    try {
      const url = await findUrl();
      if (lifetime.signal.aborted) return;
      loadedAt = performance.now();
      startTarget ??= seekTarget ?? element.currentTime;
      element.src = url;
      element.load();
    } catch (error) {
      logProblem("Failed to find the audiobook", error);
      if (!lifetime.signal.aborted) scheduleReload();
    }
  }

  async function startPlaying() {
    try {
      await element.play();
    } catch (error) {
      // Interrupted by a newer load, which starts playing itself, or by a pause.
      if (startTarget !== null || !isWanted) return;
      logProblem("Failed to start playback", error);
      isWanted = !element.paused;
      events.onPlaying(!element.paused);
    }
  }

  return {
    /** Downloads nothing before `preload` or `play`. */
    async load(find: () => Promise<string>, position: number) {
      findUrl = find;
      startTarget = position;
      if (element.preload !== "metadata") element.preload = "none";
      await fetchSource();
    },
    preload() {
      element.preload = "metadata";
    },
    play() {
      isWanted = true;
      if (!isBroken) return void startPlaying();
      // There's no audio yet, but the button must react: the player waits and can be paused.
      events.onPlaying(true);
      return reload();
    },
    pause() {
      isWanted = false;
      element.pause();
      // A broken or loading source fires no event.
      events.onPlaying(false);
    },
    seek(position: number) {
      if (startTarget !== null || element.readyState === 0) startTarget = position;
      else {
        setBroken(false);
        setCurrentTime(position);
      }
    },
    position: (): number => startTarget ?? (element.seeking ? seekTarget : null) ?? element.currentTime,
    setRate(rate: number) {
      // Loading resets the rate to the default.
      element.defaultPlaybackRate = rate;
      element.playbackRate = rate;
    },
    setVolume(volume: number, muted: boolean) {
      element.volume = volume;
      element.muted = muted;
    },
    end() {
      lifetime.abort();
      clearTimeout(retryTimer);
      clearTimeout(stallTimer);
      isWanted = false;
      element.pause();
      element.removeAttribute("src");
      element.load();
    },
  };
}

/** False if only the system sets the volume (iOS). WebKit ignores a change or reverts it in a queued task. */
export async function canSetVolume(element: HTMLAudioElement): Promise<boolean> {
  const testVolume = element.volume > 0.5 ? 0.25 : 0.75;
  element.volume = testVolume;
  await new Promise((resolve) => setTimeout(resolve, VOLUME_CHECK_DELAY_MS));
  return element.volume === testVolume;
}
