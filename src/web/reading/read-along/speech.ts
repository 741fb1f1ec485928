import { Listeners } from "#web/lib/browser/listeners.ts";

/** What a voice says in a second, four times as fast as most: one that ends sooner wasn't heard (BEYOND 14). */
const CHARACTERS_A_SECOND = 60;
const GRACE_SECONDS = 0.5;

type Said = { onWord: (unit: number) => void; onEnd: () => void; onFail: () => void };
export type Speech = ReturnType<typeof createSpeech>;

// Chromium looks for its voices when it's first asked
if ("speechSynthesis" in globalThis) speechSynthesis.getVoices();

/** The browser's own voices. One that sends the text to its maker isn't used, and a language without a voice has none. */
export function createSpeech(
  synthesis: SpeechSynthesis,
  language: string | null,
  elapsedMs: () => number = () => performance.now(),
) {
  const listeners = new Listeners();
  /** Only what was said last may tell; held, because Chromium forgets to tell of what is collected as garbage. */
  let latest: SpeechSynthesisUtterance | null = null;
  synthesis.addEventListener("voiceschanged", listeners.emit);

  const voice = () => findVoice(synthesis.getVoices(), language);
  function stop(): void {
    latest = null;
    synthesis.cancel();
  }

  return {
    subscribe: listeners.subscribe,
    isPossible: () => voice() !== null,
    /** @param rate 1 is the voice's own. Replaces what is being said */
    speak(text: string, rate: number, { onWord, onEnd, onFail }: Said): void {
      stop();
      const said = new SpeechSynthesisUtterance(text);
      said.voice = voice();
      said.lang = said.voice?.lang ?? "";
      said.rate = rate;
      latest = said;
      said.addEventListener("boundary", ({ charIndex }) => said === latest && onWord(charIndex));
      const begun = elapsedMs();
      said.addEventListener("end", () => {
        if (said !== latest) return;
        const least = text.length / (CHARACTERS_A_SECOND * rate) - GRACE_SECONDS;
        if ((elapsedMs() - begun) / 1000 < least) onFail();
        else onEnd();
      });
      said.addEventListener("error", () => said === latest && onFail());
      synthesis.speak(said);
    },
    /** iOS lets a page speak once it has begun to within a press, and the text may have to be loaded first. */
    begin: (): void => synthesis.speak(new SpeechSynthesisUtterance("")),
    /** Phones end it with the screen, and tell nobody. */
    isSilent: () => !synthesis.speaking && !synthesis.pending,
    stop,
    end(): void {
      stop();
      synthesis.removeEventListener("voiceschanged", listeners.emit);
    },
  };
}

function findVoice(voices: readonly SpeechSynthesisVoice[], language: string | null): SpeechSynthesisVoice | null {
  const own = voices.filter(({ localService }) => localService);
  const wanted = (language ?? "").toLowerCase();
  const spoken = (voice: SpeechSynthesisVoice) => voice.lang.toLowerCase().replace("_", "-");
  const [main] = wanted.split("-");
  const fits = main ? own.filter((voice) => spoken(voice).split("-")[0] === main) : own;
  const same = fits.filter((voice) => spoken(voice) === wanted);
  return [same, fits].flatMap((some) => some.find((voice) => voice.default) ?? some[0] ?? []).at(0) ?? null;
}
