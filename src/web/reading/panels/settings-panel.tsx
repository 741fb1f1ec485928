import { useAtom } from "jotai";
import { Minus, Plus } from "lucide-react";
import { type CSSProperties, type ReactNode, useId } from "react";

import { FONT_LABELS, FONTS } from "#web/lib/reader-fonts.ts";
import { LINE_HEIGHTS, type ReadingSettings, readingSettingsAtom, SIZES } from "#web/state/reading-settings.ts";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { Select } from "#web/ui/forms/select.tsx";

export function SettingsPanel() {
  const [settings, setSettings] = useAtom(readingSettingsAtom);
  const changeSettings = (change: Partial<ReadingSettings>) => setSettings((before) => ({ ...before, ...change }));
  const field = <Name extends keyof ReadingSettings>(name: Name) => ({
    value: settings[name],
    onChange: (value: ReadingSettings[Name]) => changeSettings({ [name]: value }),
  });
  const sizeId = useId();
  const lastIndex = SIZES.length - 1;
  const sizeIndex = Math.max(
    0,
    SIZES.findLastIndex((size) => size <= settings.size),
  );
  const setSize = (index: number) => changeSettings({ size: SIZES[index] ?? settings.size });
  return (
    <div className="space-y-5">
      <div>
        <p className="flex justify-between gap-4 font-semibold">
          <label htmlFor={sizeId}>Text size</label>
          <output className="tabular-nums">{settings.size}</output>
        </p>
        <div className="flex items-center gap-1" style={{ "--played": sizeIndex / lastIndex } as CSSProperties}>
          <IconButton
            label="Smaller text"
            icon={Minus}
            disabled={sizeIndex === 0}
            onClick={() => setSize(sizeIndex - 1)}
          />
          <input
            id={sizeId}
            type="range"
            aria-valuetext={String(settings.size)}
            min={0}
            max={lastIndex}
            value={sizeIndex}
            onChange={({ target }) => setSize(Number(target.value))}
            className="player-range min-w-0 flex-1"
          />
          <IconButton
            label="Larger text"
            icon={Plus}
            disabled={sizeIndex === lastIndex}
            onClick={() => setSize(sizeIndex + 1)}
          />
        </div>
      </div>
      <Select
        label="Font"
        value={settings.font}
        onText={(value) => changeSettings({ font: FONTS.find((font) => font === value) ?? "serif" })}
        options={FONTS.map((font) => [font, FONT_LABELS[font]])}
      />
      <Choice
        legend="Colors"
        {...field("theme")}
        options={{ auto: "Automatic", light: "Light", sepia: "Sepia", dark: "Dark" }}
      />
      <Choice legend="Layout" {...field("flow")} options={{ pages: "Pages", scroll: "Scrolling" }} />
      <Choice legend="Margins" {...field("margins")} options={{ narrow: "Narrow", medium: "Medium", wide: "Wide" }} />
      <Choice
        legend="Line spacing"
        value={String(settings.lineHeight)}
        options={Object.fromEntries(LINE_HEIGHTS.map((height) => [String(height), String(height)]))}
        onChange={(height) => changeSettings({ lineHeight: Number(height) })}
      />
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  legend: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ legend, value, options, onChange }: ChoiceProps<Value>): ReactNode {
  const names = Object.keys(options) as Value[];
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-1 rounded-md bg-sunk p-1">
        {names.map((name) => (
          <label
            key={name}
            className="relative flex min-h-touch flex-1 cursor-pointer items-center justify-center rounded-sm px-2 text-center text-sm font-semibold text-ink-soft has-checked:bg-sheet has-checked:text-season has-checked:shadow-page has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={legend}
              checked={name === value}
              onChange={() => onChange(name)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {options[name]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
