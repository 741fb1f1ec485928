type Sections<Stretch> = { section: number; sentences: readonly Stretch[] };
export type SectionStore<Stretch> = ReturnType<typeof createSections<Stretch>>;

/** Sentences of a book by section, once they were asked for. @param find may fail without a network */
export function createSections<Stretch>(
  linear: readonly boolean[],
  find: (section: number) => Promise<readonly Stretch[]>,
) {
  const known = new Map<number, readonly Stretch[]>();

  async function of(section: number): Promise<readonly Stretch[]> {
    const sentences = known.get(section) ?? (await find(section));
    if (sentences.length > 0) known.set(section, sentences);
    return sentences;
  }

  return {
    of,
    known: (section: number): readonly Stretch[] => known.get(section) ?? [],
    /** The next section that has any, in reading order; `step` -1 for the one before. */
    async next(section: number, step: 1 | -1 = 1): Promise<Sections<Stretch> | null> {
      for (let at = section + step; at >= 0 && at < linear.length; at += step) {
        const sentences = linear[at] ? await of(at) : [];
        if (sentences.length > 0) return { section: at, sentences };
      }
      return null;
    },
  };
}
