type Utterance = SpeechSynthesisUtterance;

export const voiceOf = (
  name: string,
  lang: string,
  fields: Partial<SpeechSynthesisVoice> = {},
): SpeechSynthesisVoice => ({
  name,
  lang,
  voiceURI: name,
  localService: true,
  default: false,
  ...fields,
});

/** A browser's speech service, whose utterances end when a test says so. */
export function createSpeechService(voices: SpeechSynthesisVoice[] = [voiceOf("Kate", "en-GB")]) {
  globalThis.SpeechSynthesisUtterance ??= class extends EventTarget {
    voice = null;
    lang = "";
    rate = 1;
    text: string;
    constructor(text: string) {
      super();
      this.text = text;
    }
  } as unknown as typeof SpeechSynthesisUtterance;
  const utterances: Utterance[] = [];
  let current: Utterance | null = null;
  const synthesis = Object.assign(new EventTarget(), {
    speaking: false,
    pending: false,
    getVoices: () => voices,
    speak(utterance: Utterance) {
      if (utterance.text === "") return;
      utterances.push(utterance);
      current = utterance;
      synthesis.speaking = true;
    },
    cancel() {
      const canceledUtterance = current;
      current = null;
      synthesis.speaking = false;
      canceledUtterance?.dispatchEvent(Object.assign(new Event("error"), { error: "canceled" }));
    },
  });
  const finish = (name: string) => {
    const endedUtterance = current;
    current = null;
    synthesis.speaking = false;
    endedUtterance?.dispatchEvent(new Event(name));
  };
  return {
    synthesis: synthesis as unknown as SpeechSynthesis,
    said: utterances,
    isSilent: () => current === null,
    ends: () => finish("end"),
    fails: () => finish("error"),
    reaches: (charIndex: number) => current?.dispatchEvent(Object.assign(new Event("boundary"), { charIndex })),
    install(voice: SpeechSynthesisVoice): void {
      voices = [...voices, voice];
      synthesis.dispatchEvent(new Event("voiceschanged"));
    },
  };
}
