/** How often a member may store, fetch or mail something (BEYOND 9); counted by `access/limits.ts`. */
export type Limit = {
  /** Kept in the database, so it must not change. */
  key: string;
  max: number;
  per: "minute" | "hour" | "day" | "month";
  /** What you can do; # is `max`. */
  message: string;
  /** False where admins are free. */
  forAdmins?: false;
};

/** The limits as sentences, for the API's description. */
export function describeLimits(...limits: readonly Limit[]): string {
  return limits.map((limit) => `${limitSentence(limit)}.`).join(" ");
}

export function limitSentence({ max, message }: Pick<Limit, "max" | "message">): string {
  return `You can ${message.replace("#", String(max))}`;
}
