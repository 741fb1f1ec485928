import type { ComponentProps } from "react";

import { pluralize } from "#contract/counts.ts";
import { GUESTS_MAX } from "#contract/limits.ts";

import { Select } from "./select.tsx";

type Props = Pick<ComponentProps<typeof Select>, "isLabelHidden" | "className" | "disabled"> & {
  guests: number;
  onChange: (guests: number) => void;
};

const OPTIONS = Array.from(
  { length: GUESTS_MAX + 1 },
  (_, count) => [count, count === 0 ? "No guests" : pluralize(count, "guest")] as const,
);

/** How many guests a member brings. */
export function GuestSelect({ guests, onChange, ...rest }: Props) {
  return (
    <Select label="Guests" value={guests} onText={(value) => onChange(Number(value))} options={OPTIONS} {...rest} />
  );
}
