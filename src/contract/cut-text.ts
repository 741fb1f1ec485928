/** Its first `max` UTF-16 units at most, whole: half of an emoji is no character, and no database or mail takes it. */
export function truncateText(text: string, max: number): string {
  const cut = text.slice(0, max);
  return (cut.length < text.length && !cut.isWellFormed() ? cut.slice(0, -1) : cut).toWellFormed();
}
