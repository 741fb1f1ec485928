import { useLayoutEffect } from "react";

import { removePicture } from "#web/lib/first-paint.ts";

/** Rendered by what replaces the picture. */
export function PageShown() {
  useLayoutEffect(removePicture, []);
  return null;
}
