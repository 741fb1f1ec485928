/** How often a member may store, fetch or mail something (BEYOND 9); counted by `access/limits.ts`. */
export type Limit = {
  /** Kept in the database, so it must not change. */
  of: string;
  max: number;
  per: "minute" | "hour" | "day" | "month";
  /** What you can do; # is `max`. */
  words: string;
  /** False where admins are free. */
  forAdmins?: false;
};

/** The limits as sentences, for the API's description. */
export function limitText(...limits: readonly Limit[]): string {
  return limits.map((limit) => `${limitSentence(limit)}.`).join(" ");
}

export function limitSentence({ max, words }: Pick<Limit, "max" | "words">): string {
  return `You can ${words.replace("#", String(max))}`;
}
