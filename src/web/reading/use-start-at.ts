import { useSetAtom } from "jotai";
import { useEffect } from "react";

import { fractionAt, type Timeline } from "#contract/timeline.ts";
import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";
import { SWITCH_OVERLAP_SECONDS } from "#web/progress/use-position-offer.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";

import type { Reader } from "./reader.ts";
import { useReaderState } from "./use-reader.ts";
import type { Destination } from "./view/destination.ts";

/** Opens the page at the audiobook's second in the address, once. */
export function useStartAt(reader: Reader, timeline: Timeline): void {
  const [params, setParams] = useSearchParams();
  const seconds = Number(params.get("at") ?? Number.NaN);
  const isReady = useReaderState(reader, "status") === "ready";
  const setMediumSwitch = useSetAtom(mediumSwitchAtom);
  useEffect(() => {
    if (!isReady || timeline.length === 0 || Number.isNaN(seconds)) return;
    setParams(new URLSearchParams());
    setMediumSwitch({ bookId: reader.bookId, to: "text", seconds });
    void reader.jump(destinationAt(timeline, seconds));
  }, [reader, timeline, isReady, seconds, setParams, setMediumSwitch]);
}

export function destinationAt(timeline: Timeline, seconds: number): Destination {
  const fraction = fractionAt(timeline, Math.max(0, seconds - SWITCH_OVERLAP_SECONDS));
  return { kind: "position", fraction, locator: null };
}
