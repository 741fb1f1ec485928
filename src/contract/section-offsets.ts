/** Code points before each section of a text. */
export function sectionOffsets(sections: readonly { length: number }[]): number[] {
  let sum = 0;
  return sections.map(({ length }) => {
    sum += length;
    return sum - length;
  });
}
