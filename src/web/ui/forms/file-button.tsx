import { type ComponentProps, useRef } from "react";

import { Button } from "./button.tsx";

type Props = Omit<ComponentProps<typeof Button>, "onClick"> & {
  label: string;
  accept: string;
  multiple?: boolean;
  onPick: (first: File, ...others: File[]) => void;
};

/** Clears the choice at once, so that the same file can be chosen again. */
export function FileButton({ label, accept, multiple = false, onPick, children, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? [];
          if (first) onPick(first, ...others);
          target.value = "";
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
