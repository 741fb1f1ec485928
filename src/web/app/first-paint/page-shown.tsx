import { useLayoutEffect } from "react";

import { removePicture } from "#web/lib/first-paint.ts";

/** Rendered by whatever replaces the picture. */
export function PageShown() {
  useLayoutEffect(removePicture, []);
  return null;
}
