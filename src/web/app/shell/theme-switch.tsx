import { useAtom } from "jotai";
import { Monitor, Moon, Sun } from "lucide-react";

import type { Theme } from "#web/lib/browser/theme.ts";
import { themeAtom } from "#web/state/theme.ts";

const NEXT_THEME: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: Monitor, light: Sun, dark: Moon };
const THEME_LABELS: Record<Theme, string> = { system: "as your device", light: "light", dark: "dark" };

/** Switches between system, light and dark; the choice is stored. */
export function ThemeSwitch() {
  const [theme, setTheme] = useAtom(themeAtom);
  const Icon = ICONS[theme];
  return (
    <button
      type="button"
      onClick={() => setTheme(NEXT_THEME[theme])}
      title={`Theme: ${THEME_LABELS[theme]}`}
      className="inline-flex size-touch items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink"
    >
      <Icon className="size-5" />
      <span className="sr-only">
        Theme: {THEME_LABELS[theme]}. Change to {THEME_LABELS[NEXT_THEME[theme]]}
      </span>
    </button>
  );
}
