/** '1 file', '12 files'. */
export function pluralize(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
