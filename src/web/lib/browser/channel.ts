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
