type Makers = Record<string, () => unknown>;

/** An object whose parts are made when they are first read. */
export function lazily<Given extends Makers>(
  makers: Given,
): { readonly [Name in keyof Given]: ReturnType<Given[Name]> };
export function lazily(makers: Makers): object {
  const made = {};
  for (const [name, make] of Object.entries(makers))
    Object.defineProperty(made, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = make();
        Object.defineProperty(made, name, { value });
        return value;
      },
    });
  return made;
}
