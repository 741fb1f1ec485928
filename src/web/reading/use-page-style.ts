import { useEffect } from "react";

import type { ReadingSettings } from "#web/state/reading-settings.ts";

import type { Reader } from "./reader.ts";
import { pageStyle } from "./view/page-style.ts";

const MARGINS = {
  narrow: { gap: "4%", margin: "8px" },
  medium: { gap: "7%", margin: "20px" },
  wide: { gap: "13%", margin: "36px" },
} as const;
const LINE_CHARACTERS = 38;

/** The page inherits the colors of the screen. */
export function usePageStyle(reader: Reader | null, settings: ReadingSettings): void {
  useEffect(() => {
    if (!reader) return undefined;
    const { element } = reader.view;
    const darkScheme = matchMedia("(prefers-color-scheme: dark)");
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    const applyStyle = () => {
      const style = getComputedStyle(element);
      const color = (name: string) => style.getPropertyValue(name).trim();
      const colors = { page: color("--page"), ink: color("--page-ink"), link: color("--page-link") };
      const isPlain = settings.theme === "sepia" || style.colorScheme === "dark";
      reader.view.setStyles(pageStyle(settings, colors, isPlain));
      element.toggleAttribute("animated", !reducedMotion.matches);
    };
    applyStyle();
    const { gap, margin } = MARGINS[settings.margins];
    element.setAttribute("gap", gap);
    element.setAttribute("margin", margin);
    element.setAttribute("max-inline-size", `${Math.round(settings.size * LINE_CHARACTERS)}px`);
    element.setAttribute("flow", settings.flow === "scroll" ? "scrolled" : "paginated");
    const theme = new MutationObserver(applyStyle);
    for (const media of [darkScheme, reducedMotion]) media.addEventListener("change", applyStyle);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "data-season"] });
    return () => {
      theme.disconnect();
      for (const media of [darkScheme, reducedMotion]) media.removeEventListener("change", applyStyle);
    };
  }, [reader, settings]);
}
