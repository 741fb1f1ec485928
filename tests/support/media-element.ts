/** Replaces the browser's audio element; tests control its time and network. */
export function createMediaElement() {
  const target = new EventTarget();
  let source = "";
  let time = 0;
  const element = Object.assign(target, {
    duration: Number.NaN,
    paused: true,
    ended: false,
    readyState: 0,
    preload: "",
    defaultPlaybackRate: 1,
    playbackRate: 1,
    volume: 1,
    muted: false,
    error: null as { code: number; message: string } | null,
    seeks: [] as number[],
    canPlayType: (_type: string): CanPlayTypeResult => "probably",
    removeAttribute: () => {
      source = "";
    },
    load() {
      // according to the standard, a load resets the time and stops without a 'pause' event
      time = 0;
      element.duration = Number.NaN;
      element.readyState = 0;
      element.paused = true;
      target.dispatchEvent(new Event("timeupdate"));
    },
    async play() {
      if (!element.paused) return;
      element.paused = false;
      element.ended = false;
      target.dispatchEvent(new Event("play"));
    },
    pause() {
      if (element.paused) return;
      element.paused = true;
      target.dispatchEvent(new Event("pause"));
    },
  });
  Object.defineProperty(element, "src", {
    get: () => source,
    set: (nextSource: string) => {
      source = nextSource;
    },
  });
  Object.defineProperty(element, "currentTime", {
    get: () => time,
    set: (nextTime: number) => {
      // browsers don't seek beyond the length they know, and end there
      time = Number.isNaN(element.duration) ? nextTime : Math.min(nextTime, element.duration);
      element.seeks.push(nextTime);
      target.dispatchEvent(new Event("seeked"));
      if (nextTime > time && !element.paused) finish();
    },
  });
  const finish = () => {
    time = element.duration;
    element.ended = true;
    element.paused = true;
    for (const name of ["timeupdate", "pause", "ended"]) target.dispatchEvent(new Event(name));
  };
  return {
    element: element as unknown as HTMLAudioElement,
    seeks: element.seeks,
    /** The first bytes and the length have arrived. */
    ready(duration: number) {
      element.duration = duration;
      element.readyState = 1;
      target.dispatchEvent(new Event("durationchange"));
      target.dispatchEvent(new Event("loadedmetadata"));
    },
    finds(duration: number) {
      element.duration = duration;
      target.dispatchEvent(new Event("durationchange"));
    },
    plays(seconds: number) {
      time += seconds;
      target.dispatchEvent(new Event("timeupdate"));
    },
    /** Advances the time without an event. */
    creeps(seconds: number) {
      time += seconds;
    },
    ends: finish,
    /** Has played its buffer, and waits for more. */
    waits() {
      target.dispatchEvent(new Event("waiting"));
    },
    breaks() {
      element.error = { code: 2, message: "network" };
      target.dispatchEvent(new Event("error"));
    },
  };
}
