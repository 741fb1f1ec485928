import { useEffect, useRef } from "react";

/** Starts one cancelable task at a time; leaving the page cancels it. */
export function useAbort() {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return {
    start: (): AbortSignal => (running.current = new AbortController()).signal,
    cancel: (): void => running.current?.abort(),
    isCanceled: (): boolean => running.current?.signal.aborted === true,
  };
}
