import { useAtomValue } from "jotai";

import { slowCallsAtom } from "#web/state/slow-calls.ts";

export const NOTICE_CLASS =
  "pointer-events-none fixed bottom-20 left-4 z-40 mr-4 rounded-md border border-line bg-sheet px-4 py-2 text-sm text-ink shadow-lifted print:hidden";

/** Says that the server is slow, so the page doesn't look dead. */
export function SlowNotice() {
  const isSlow = useAtomValue(slowCallsAtom) > 0;
  return (
    <output className={isSlow ? NOTICE_CLASS : "sr-only"}>
      {isSlow && "This is taking longer than usual. Still trying…"}
    </output>
  );
}
