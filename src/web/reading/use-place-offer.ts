import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import type { BookPlace } from "#contract/place.ts";
import { query } from "#web/api/query.ts";
import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";
import { isWorthShowing } from "#web/lib/format/medium-to-continue.ts";
import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";

type Offer = NonNullable<BookPlace["offer"]>;

/** Follows an offer from paper at once where "Read from here" or "Listen from here" led to this page. */
export function useFollowPaper(offer: Offer | null, onGo: () => void): void {
  const [search, setQuery] = useSearchParams();
  const isAsked = search.get("from") === "paper" && offer?.from === "paper";
  const go = useEffectEvent(onGo);
  useEffect(() => {
    if (!isAsked) return;
    setQuery(new URLSearchParams());
    go();
  }, [isAsked, setQuery]);
}

/**
 * Offers each newer place of the other medium, or of paper, once, unless it's further back and the member stayed there
 * only briefly.
 */
export function usePlaceOffer(
  bookId: number,
  other: "listening" | "reading",
): { offer: Offer | null; dismiss: () => void } {
  const { data } = useQuery(query("GET /api/books/:id/place", { params: { id: bookId } }));
  const [search] = useSearchParams();
  const [answered, setAnswered] = useState<string | null>(null);
  const from = data?.offer?.from === "paper" ? "paper" : other;
  const at = from === "paper" ? `page ${data?.paper?.page} of ${data?.paper?.pages}` : (data?.[from]?.at ?? "");
  const key = from === "paper" ? `offered.paper.${other}.${bookId}` : `offered.${from}.${bookId}`;
  const isAsked = from === "paper" && search.get("from") === from;
  const isNew = data?.offer?.from === from && answered !== at && (isAsked || readStored(key) !== at);
  return {
    offer: isNew && isWorthShowing(data) ? data.offer : null,
    dismiss: () => {
      setAnswered(at);
      writeStored(key, at);
    },
  };
}
