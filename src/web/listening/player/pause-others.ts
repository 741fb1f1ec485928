type Pausable = { pause: () => void; subscribe: (listener: () => void) => () => void };

/** What begins to play pauses what else plays, also in other tabs. @param name its own */
export function pauseOthers({ pause, subscribe }: Pausable, name: string, isPlaying: () => boolean): () => void {
  const channel = new BroadcastChannel("player");
  let wasPlaying = false;
  channel.addEventListener("message", ({ data }) => data !== name && pause());
  const unsubscribe = subscribe(() => {
    const now = isPlaying();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    if (now && !wasPlaying) channel.postMessage(name);
    wasPlaying = now;
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
