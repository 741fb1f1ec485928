import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import type { BookPlace } from "#contract/place.ts";
import { query } from "#web/api/query.ts";
import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";
import { shouldShowOffer } from "#web/lib/format/medium-to-continue.ts";
import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";

type Offer = NonNullable<BookPlace["offer"]>;

/** Accepts an offer from paper at once after "Read from here" or "Listen from here". */
export function useFollowPaper(offer: Offer | null, onGo: () => void): void {
  const [search, setQuery] = useSearchParams();
  const isRequested = search.get("from") === "paper" && offer?.from === "paper";
  const go = useEffectEvent(onGo);
  useEffect(() => {
    if (!isRequested) return;
    setQuery(new URLSearchParams());
    go();
  }, [isRequested, setQuery]);
}

/**
 * Offers each newer place of the other medium, or of paper, once. A place further back isn't offered after a short
 * visit.
 */
export function usePlaceOffer(
  bookId: number,
  medium: "listening" | "reading",
): { offer: Offer | null; dismiss: () => void } {
  const { data } = useQuery(query("GET /api/books/:id/place", { params: { id: bookId } }));
  const [search] = useSearchParams();
  const [answeredAt, setAnsweredAt] = useState<string | null>(null);
  const from = data?.offer?.from === "paper" ? "paper" : medium;
  const at = from === "paper" ? `page ${data?.paper?.page} of ${data?.paper?.pages}` : (data?.[from]?.at ?? "");
  const key = from === "paper" ? `offered.paper.${medium}.${bookId}` : `offered.${from}.${bookId}`;
  const isAsked = from === "paper" && search.get("from") === from;
  const isNew = data?.offer?.from === from && answeredAt !== at && (isAsked || readStored(key) !== at);
  return {
    offer: isNew && shouldShowOffer(data) ? data.offer : null,
    dismiss: () => {
      setAnsweredAt(at);
      writeStored(key, at);
    },
  };
}
