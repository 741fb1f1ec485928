export class Listeners extends Set<() => void> {
  readonly emit = (): void => this.forEach((listener) => listener());

  readonly subscribe = (listener: () => void): (() => void) => {
    this.add(listener);
    return () => void this.delete(listener);
  };
}

export const subscribeToNothing = () => () => undefined;

/** Does nothing in Firefox with all cookies blocked, which denies channels like storage. */
export function openChannel(name: string, onMessage: (message: unknown) => void = () => undefined) {
  let channel: BroadcastChannel | undefined;
  try {
    channel = new BroadcastChannel(name);
  } catch {}
  channel?.addEventListener("message", ({ data }) => onMessage(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    post: (message: unknown) => channel?.postMessage(message),
    close: () => channel?.close(),
  };
}

export function notifyTabs(channelName: string, message: unknown): void {
  const { post, close } = openChannel(channelName);
  post(message);
  close();
}

/** For a button that undoes what it did: the second click of a double click does nothing. */
export const ignoreDoubleClick =
  (press: () => void) =>
  ({ detail }: { detail: number }): void => {
    if (detail < 2) press();
  };
