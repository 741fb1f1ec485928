import { atomWithStorage, createJSONStorage } from "jotai/utils";

import { deviceStorage } from "#web/lib/browser/device-storage.ts";
import type { FontName } from "#web/lib/reader-fonts.ts";

import { createSafeJsonStorage } from "./draft-atom.ts";

export type ReadingSettings = {
  flow: "pages" | "scroll";
  font: FontName;
  size: number;
  lineHeight: number;
  margins: "narrow" | "medium" | "wide";
  /** `auto` follows the site's theme. */
  theme: "light" | "sepia" | "dark" | "auto";
};

const DEFAULT_SIZE_PX = 18;

/** Scaled by the device's font size. */
function initialSize(): number {
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  return SIZES.findLast((size) => size <= DEFAULT_SIZE_PX * Math.max(1, scale)) ?? DEFAULT_SIZE_PX;
}

export const SIZES = [14, 16, 18, 20, 22, 25, 28, 32, 38];
export const LINE_HEIGHTS = [1.3, 1.5, 1.7, 1.9];

const DEFAULTS: ReadingSettings = {
  flow: "pages",
  font: "serif",
  size: initialSize(),
  lineHeight: 1.5,
  margins: "medium",
  theme: "auto",
};

/** Other tabs' changes. */
const { subscribe } = createJSONStorage<ReadingSettings>();

export const readingSettingsAtom = atomWithStorage<ReadingSettings>(
  "reader.settings",
  DEFAULTS,
  { ...createSafeJsonStorage<ReadingSettings>(deviceStorage), ...(subscribe && { subscribe }) },
  { getOnInit: true },
);
