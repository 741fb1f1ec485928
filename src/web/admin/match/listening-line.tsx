import type { SentencesState } from "#contract/sentences.ts";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";

/** How far the club is with finding the sentences in the sound (BEYOND 11). */
export function AlignmentStatus({ state, share, progress }: SentencesState) {
  if (state === "none") return null;
  if (state === "working") return <ProgressBar label="Listening to the book" value={progress} />;
  return <p>{textOf(state, share)}</p>;
}

function textOf(state: SentencesState["state"], share: number): string {
  if (state === "ready") return `Sentences can be marked in ${Math.round(share * 100)}% of the book.`;
  if (state === "waiting") return "The club will listen to this book to find its sentences.";
  return "Sentences can't be marked: they can't be found in the sound, or it's only in the bucket.";
}
