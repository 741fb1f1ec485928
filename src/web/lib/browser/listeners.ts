/** Change listeners; `subscribe` works with `useSyncExternalStore`. */
export class Listeners extends Set<() => void> {
  readonly emit = (): void => this.forEach((listener) => listener());

  readonly subscribe = (listener: () => void): (() => void) => {
    this.add(listener);
    return () => void this.delete(listener);
  };
}

/** For `useSyncExternalStore` while there is nothing to subscribe to. */
export const neverChanges = () => () => undefined;
