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

/** Posts a message to this browser's other tabs. */
export function notifyTabs(channelName: string, message: unknown): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(message);
  channel.close();
}
