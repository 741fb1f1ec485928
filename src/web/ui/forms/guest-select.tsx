import type { ComponentProps } from "react";

import { pluralize } from "#contract/counts.ts";
import { GUESTS_MAX } from "#contract/limits.ts";

import { Select } from "./select.tsx";

type Props = Pick<ComponentProps<typeof Select>, "isLabelHidden" | "className" | "disabled"> & {
  guests: number;
  onChange: (guests: number) => void;
};

/** How many guests a member brings. */
export function GuestSelect({ guests, onChange, ...rest }: Props) {
  return (
    <Select label="Guests" value={guests} onText={(value) => onChange(Number(value))} {...rest}>
      {Array.from({ length: GUESTS_MAX + 1 }, (_, count) => (
        <option key={count} value={count}>
          {count === 0 ? "No guests" : pluralize(count, "guest")}
        </option>
      ))}
    </Select>
  );
}
