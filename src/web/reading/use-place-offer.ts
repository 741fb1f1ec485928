import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { BookPlace } from "#contract/place.ts";
import { bookPlaceQuery } from "#web/api/reading.ts";
import { readStored, store } from "#web/lib/device-storage.ts";
import { isWorthShowing } from "#web/lib/medium-to-continue.ts";

type Offer = NonNullable<BookPlace["offer"]>;

/**
 * Offers each newer place of the other medium once, unless it's further back and the member stayed there only briefly.
 */
export function usePlaceOffer(bookId: number, from: Offer["from"]): { offer: Offer | null; dismiss: () => void } {
  const { data } = useQuery(bookPlaceQuery(bookId));
  const [answered, setAnswered] = useState<string | null>(null);
  const at = data?.[from]?.at ?? "";
  const key = `offered.${from}.${bookId}`;
  const isNew = data?.offer?.from === from && answered !== at && readStored(key) !== at;
  return {
    offer: isNew && isWorthShowing(data) ? data.offer : null,
    dismiss: () => {
      setAnswered(at);
      store(key, at);
    },
  };
}
