import { useLayoutEffect } from "react";

/** Rendered by what replaces the static shell. The style sheet hides the app until then. */
export function StaticShellEnd() {
  useLayoutEffect(() => document.getElementById("static-shell")?.remove(), []);
  return null;
}
