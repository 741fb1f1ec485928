export class Listeners extends Set<() => void> {
  readonly emit = (): void => this.forEach((listener) => listener());

  readonly subscribe = (listener: () => void): (() => void) => {
    this.add(listener);
    return () => void this.delete(listener);
  };
}

export const subscribeToNothing = () => () => undefined;

/** For a button that undoes what it did: the second click of a double click does nothing. */
export const ignoreDoubleClick =
  (press: () => void) =>
  ({ detail }: { detail: number }): void => {
    if (detail < 2) press();
  };
