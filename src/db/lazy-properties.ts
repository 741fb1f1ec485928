type Makers<Source> = Record<string, (source: Source) => unknown>;

/** An object whose parts are made of `source` when they are first read. */
export function lazyProperties<Source, Given extends Makers<Source>>(
  source: Source,
  makers: Given,
): { readonly [Name in keyof Given]: ReturnType<Given[Name]> };
export function lazyProperties<Source>(source: Source, makers: Makers<Source>): object {
  const made = {};
  for (const [name, make] of Object.entries(makers))
    Object.defineProperty(made, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = make(source);
        Object.defineProperty(made, name, { value });
        return value;
      },
    });
  return made;
}
