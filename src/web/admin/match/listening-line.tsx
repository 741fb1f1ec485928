import type { SentencesState } from "#contract/sentences.ts";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";

/** How far the club is with finding the sentences in the sound (BEYOND 11). */
export function AlignmentStatus({ state, share, progress }: SentencesState) {
  if (state === "none") return null;
  if (state === "working") return <ProgressBar label="Syncing text and audio" value={progress} />;
  return <p>{textOf(state, share)}</p>;
}

function textOf(state: SentencesState["state"], share: number): string {
  if (state === "ready") return `Read-along works for ${Math.round(share * 100)}% of the book.`;
  if (state === "waiting") return "Text and audio will be synced soon.";
  return "Read-along isn't available: the audio doesn't match the text, or it's stored only in the bucket.";
}
