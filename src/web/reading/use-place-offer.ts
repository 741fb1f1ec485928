import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { BookPlace } from "#contract/place.ts";
import { bookPlaceQuery } from "#web/api/reading.ts";
import { readStored, store } from "#web/lib/device-storage.ts";
import { isWorthShowing } from "#web/lib/medium-to-continue.ts";

type Offer = NonNullable<BookPlace["offer"]>;

/**
 * Offers each newer place of the other medium, or of paper, once, unless it's further back and the member stayed there
 * only briefly.
 */
export function usePlaceOffer(
  bookId: number,
  other: "listening" | "reading",
): { offer: Offer | null; dismiss: () => void } {
  const { data } = useQuery(bookPlaceQuery(bookId));
  const [answered, setAnswered] = useState<string | null>(null);
  const from = data?.offer?.from === "paper" ? "paper" : other;
  const at = from === "paper" ? `page ${data?.paper?.page} of ${data?.paper?.pages}` : (data?.[from]?.at ?? "");
  const key = from === "paper" ? `offered.paper.${other}.${bookId}` : `offered.${from}.${bookId}`;
  const isNew = data?.offer?.from === from && answered !== at && readStored(key) !== at;
  return {
    offer: isNew && isWorthShowing(data) ? data.offer : null,
    dismiss: () => {
      setAnswered(at);
      store(key, at);
    },
  };
}
