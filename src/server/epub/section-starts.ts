/** Where each section begins in the whole text. */
export function startsOf(sections: readonly { length: number }[]): number[] {
  let sum = 0;
  return sections.map(({ length }) => {
    sum += length;
    return sum - length;
  });
}
