export const SAMPLE_RATE = 22_050;

const BEAT_SECONDS = 0.44;
const RING_SECONDS = 2.6;
const PLUCK_AT = 0.2;

/** [beat, MIDI note, loudness 0 to 1] */
const OPENING: [beat: number, note: number, loudness: number][] = [
  [0, 41, 0.7],
  [1, 60, 0.3],
  [2, 65, 0.3],
  [0, 69, 0.6],
  [2, 72, 0.6],
  [3, 43, 0.7],
  [4, 58, 0.3],
  [5, 65, 0.3],
  [3, 74, 0.7],
  [5, 70, 0.5],
  [6, 48, 0.7],
  [7, 60, 0.3],
  [8, 64, 0.3],
  [6, 72, 0.6],
  [7.5, 70, 0.4],
  [8, 67, 0.5],
  [9, 41, 0.7],
  [10, 57, 0.3],
  [11, 60, 0.3],
  [9, 69, 0.6],
  [11, 65, 0.45],
  [12, 46, 0.7],
  [13, 58, 0.3],
  [14, 62, 0.3],
  [12, 70, 0.6],
  [14, 74, 0.6],
  [15, 48, 0.7],
  [16, 58, 0.3],
  [17, 64, 0.3],
  [15, 72, 0.6],
  [17, 64, 0.45],
  [18, 41, 0.7],
  [18.3, 53, 0.4],
  [18.6, 60, 0.4],
  [18.9, 69, 0.45],
  [19.2, 77, 0.35],
];

const INTERLUDE = OPENING.filter(([beat]) => beat >= 12).map(([beat, note, loudness]): [number, number, number] => [
  beat - 12,
  note,
  loudness,
]);

export const openingTune = (): Float32Array => play(OPENING);

export const interlude = (): Float32Array => play(INTERLUDE);

function play(notes: [number, number, number][]): Float32Array {
  const lastBeat = Math.max(...notes.map(([beat]) => beat));
  const samples = new Float32Array(Math.ceil((lastBeat * BEAT_SECONDS + RING_SECONDS) * SAMPLE_RATE));
  for (const [beat, note, loudness] of notes) {
    const start = Math.round(beat * BEAT_SECONDS * SAMPLE_RATE);
    const string = pluck(440 * 2 ** ((note - 69) / 12));
    string.forEach((sample, index) => {
      const at = start + index;
      if (at < samples.length) samples[at] = (samples[at] ?? 0) + sample * loudness * 0.22;
    });
  }
  return samples;
}

/** A plucked string (Karplus-Strong). */
function pluck(frequency: number): Float32Array {
  const length = Math.round(RING_SECONDS * SAMPLE_RATE);
  const delay = SAMPLE_RATE / frequency - 0.5;
  const period = Math.floor(delay);
  const fraction = delay - period;
  // higher strings loop more often, so they lose less each time
  const loss = 0.5 * 10 ** (-3 / (frequency * RING_SECONDS));
  const out = new Float32Array(length);
  for (let index = 0; index < length; index++) {
    if (index < period) {
      out[index] = bentString(index / period);
    } else {
      const near = out[index - period] ?? 0;
      const far = out[index - period - 1] ?? 0;
      const further = out[index - period - 2] ?? 0;
      const first = near * (1 - fraction) + far * fraction;
      const second = far * (1 - fraction) + further * fraction;
      out[index] = loss * (first + second);
    }
  }
  return out.map((sample, index) => sample * Math.min(1, (length - index) / (0.4 * SAMPLE_RATE)));
}

/** Plucked at a fifth of its length. */
const bentString = (place: number): number =>
  (place < PLUCK_AT ? place / PLUCK_AT : (1 - place) / (1 - PLUCK_AT)) - 0.5;
