/** Who wants to know of a change; `subscribe` is for `useSyncExternalStore`, too. */
export class Listeners extends Set<() => void> {
  readonly emit = (): void => this.forEach((listener) => listener());

  readonly subscribe = (listener: () => void): (() => void) => {
    this.add(listener);
    return () => void this.delete(listener);
  };
}
