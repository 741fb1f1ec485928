/** Four times the rate of most voices. An utterance that ends sooner wasn't played (BEYOND 14). */
const MAX_CHARACTERS_PER_SECOND = 60;
const GRACE_SECONDS = 0.5;

type SpeechHandlers = { onWord: (unit: number) => void; onEnd: () => void; onFail: () => void };
export type Speech = ReturnType<typeof createSpeech>;

// Chromium loads its voices on the first call.
if ("speechSynthesis" in globalThis) speechSynthesis.getVoices();

/** Only local voices, because remote ones send the text to their vendor. */
export function createSpeech(
  synthesis: SpeechSynthesis,
  language: string | null,
  elapsedMs: () => number = () => performance.now(),
) {
  /** Without this reference, Chromium collects the utterance, which loses its events. */
  let latestUtterance: SpeechSynthesisUtterance | null = null;

  const voice = () => findVoice(synthesis.getVoices(), language);
  function stop(): void {
    latestUtterance = null;
    synthesis.cancel();
  }

  return {
    subscribe(listener: () => void): () => void {
      synthesis.addEventListener("voiceschanged", listener);
      return () => synthesis.removeEventListener("voiceschanged", listener);
    },
    hasVoice: () => voice() !== null,
    speak(text: string, rate: number, { onWord, onEnd, onFail }: SpeechHandlers): void {
      stop();
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.voice = voice();
      utterance.lang = utterance.voice?.lang ?? "";
      utterance.rate = rate;
      latestUtterance = utterance;
      utterance.addEventListener("boundary", ({ charIndex }) => utterance === latestUtterance && onWord(charIndex));
      const startedAtMs = elapsedMs();
      utterance.addEventListener("end", () => {
        if (utterance !== latestUtterance) return;
        const minSeconds = text.length / (MAX_CHARACTERS_PER_SECOND * rate) - GRACE_SECONDS;
        if ((elapsedMs() - startedAtMs) / 1000 < minSeconds) onFail();
        else onEnd();
      });
      utterance.addEventListener("error", () => utterance === latestUtterance && onFail());
      synthesis.speak(utterance);
    },
    /** iOS allows speech only after a first utterance within a user gesture, and the text may still have to load. */
    unlock: (): void => synthesis.speak(new SpeechSynthesisUtterance("")),
    /** True after a phone stopped the speech with its screen, which sends no event. */
    isSilent: () => !synthesis.speaking && !synthesis.pending,
    stop,
  };
}

function findVoice(voices: readonly SpeechSynthesisVoice[], language: string | null): SpeechSynthesisVoice | null {
  const local = voices.filter(({ localService }) => localService);
  const wantedLanguage = (language ?? "").toLowerCase();
  const languageOf = (voice: SpeechSynthesisVoice) => voice.lang.toLowerCase().replace("_", "-");
  const [baseLanguage] = wantedLanguage.split("-");
  const matching = baseLanguage ? local.filter((voice) => languageOf(voice).split("-")[0] === baseLanguage) : local;
  const sameRegion = matching.filter((voice) => languageOf(voice) === wantedLanguage);
  return [sameRegion, matching].flatMap((list) => list.find((voice) => voice.default) ?? list[0] ?? []).at(0) ?? null;
}
