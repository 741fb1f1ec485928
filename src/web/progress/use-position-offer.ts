import { useEffect, useEffectEvent, useState } from "react";

import type { BookProgress } from "#contract/book-progress.ts";
import { useGet } from "#web/api/use-get.ts";
import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";
import { shouldShowOffer } from "#web/lib/format/medium-to-continue.ts";
import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";

/** Repeated when switching media, because matches are off by some seconds and repeating is better than skipping. */
export const SWITCH_OVERLAP_SECONDS = 30;

export type MediumOffer = NonNullable<BookProgress["offer"]>;
type Options = { medium: "listening" | "reading"; isShown: boolean; onGo: (offer: MediumOffer) => void };

/**
 * Offers each newer position of `medium`, or of paper, once. A position further back isn't offered after a short visit. After
 * "Read from here" or "Listen from here" for a paper copy, its offer is accepted at once.
 */
export function usePositionOffer(bookId: number, { medium, isShown, onGo }: Options) {
  const { data } = useGet("GET /api/books/:id/place", { params: { id: bookId } });
  const [search, setSearch] = useSearchParams();
  const [chosenAt, setChosenAt] = useState<string | null>(null);
  const from = data?.offer?.from === "paper" ? "paper" : medium;
  const at = from === "paper" ? `page ${data?.paper?.page} of ${data?.paper?.pages}` : (data?.[from]?.at ?? "");
  const key = from === "paper" ? `offered.paper.${medium}.${bookId}` : `offered.${from}.${bookId}`;
  const isRequested = from === "paper" && search.get("from") === from;
  const isNew = data?.offer?.from === from && chosenAt !== at && (isRequested || readStored(key) !== at);
  const offer = isShown && isNew && shouldShowOffer(data) ? data.offer : null;
  const onChoose = (choice: "go" | "stay") => {
    setChosenAt(at);
    writeStored(key, at);
    if (choice === "go" && offer) onGo(offer);
  };
  const isAccepted = isRequested && offer !== null;
  const acceptOffer = useEffectEvent(() => {
    writeStored(key, at);
    if (offer) onGo(offer);
  });
  useEffect(() => {
    if (!isAccepted) return;
    acceptOffer();
    setSearch(new URLSearchParams());
  }, [isAccepted, setSearch]);
  return { offer, onChoose };
}
