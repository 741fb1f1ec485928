/** Does something once for all who ask. What failed is done again by the next call. */
export function memoizeAsync<Made>(work: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  return () => {
    made ??= work().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
