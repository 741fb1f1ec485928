export type Sample = { at: number; sentBytes: number };

/** Averages over this time, to follow the connection without jumping. */
const WINDOW_MS = 5000;
/** Before this time the rate is noise. */
const SAMPLE_MIN_MS = 800;

export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= WINDOW_MS), sample];
}

/** Bytes per second; null if it's too early. */
export function bytesPerSecond(samples: readonly Sample[]): number | null {
  const firstSample = samples[0];
  const lastSample = samples.at(-1);
  if (!firstSample || !lastSample || lastSample.at - firstSample.at < SAMPLE_MIN_MS) return null;
  return ((lastSample.sentBytes - firstSample.sentBytes) * 1000) / (lastSample.at - firstSample.at);
}

/** 'about 3 min left', or undefined. */
export function formatTransferTimeLeft(bytesLeft: number, rate: number | null): string | undefined {
  if (!rate || rate <= 0) return undefined;
  const seconds = bytesLeft / rate;
  if (seconds < 5) return "a few seconds left";
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  if (seconds < 3600) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min left`;
}
