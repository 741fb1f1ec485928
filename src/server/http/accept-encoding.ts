/** The codings that a client takes, best first: those of `offered` with the highest q-value, ties in the order given. */
export function acceptedEncodings<Coding extends string>(header: string | null, offered: readonly Coding[]): Coding[] {
  const weights = new Map<string, number>();
  for (const part of (header ?? "").split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    if (name !== "") weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const weight = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  return offered.filter((coding) => weight(coding) > 0).toSorted((a, b) => weight(b) - weight(a));
}
