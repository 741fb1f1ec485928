import { pluralize } from "#contract/counts.ts";

/** What signing out would lose ('your post', '2 bookmarks'), and the books whose places stay on this device. */
export type UnsavedSummary = { typed: readonly string[]; places: number };

export const hasAny = ({ typed, places }: UnsavedSummary): boolean => typed.length > 0 || places > 0;

/** 'Not saved: your post and 2 bookmarks. This will be lost if you sign out.' */
export function formatUnsavedWarning({ typed, places }: UnsavedSummary): string {
  const sentences = [
    ...(typed.length > 0
      ? [`Not saved: ${new Intl.ListFormat("en").format(typed)}. This will be lost if you sign out.`]
      : []),
    ...(places > 0
      ? [`Your place in ${pluralize(places, "book")} isn't saved yet. It's sent when you sign in again on this device.`]
      : []),
  ];
  return sentences.join(" ");
}
