import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { BookPlace } from "#contract/place.ts";
import { bookPlaceQuery } from "#web/api/reading.ts";
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
  const isNew = data?.offer?.from === from && answered !== at && remembered(key) !== at;
  return {
    offer: isNew && isWorthShowing(data) ? data.offer : null,
    dismiss: () => {
      setAnswered(at);
      remember(key, at);
    },
  };
}

function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // full or forbidden: the offer returns on the next page
  }
}
