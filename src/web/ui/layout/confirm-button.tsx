import { type ComponentProps, type ReactNode, useState } from "react";

import { Button } from "#web/ui/forms/button.tsx";

import { ConfirmDialog } from "./confirm-dialog.tsx";

type DialogProps = ComponentProps<typeof ConfirmDialog>;
type Props = Omit<ComponentProps<typeof Button>, "title" | "onClick"> &
  Pick<DialogProps, "title" | "confirm" | "isConstructive" | "onConfirm"> & {
    label: ReactNode;
    /** Fetches the data in the question. */
    beforeAsking?: () => Promise<unknown>;
  };

/** A button that asks for a confirmation. `children` is the question's text. */
export function ConfirmButton({ label, beforeAsking, children, ...props }: Props) {
  const { title, confirm, isConstructive = false, onConfirm, ...button } = props;
  const [isAsking, setIsAsking] = useState(false);
  const ask = () => setIsAsking(true);
  return (
    <>
      <Button {...button} onClick={() => (beforeAsking ? void beforeAsking().then(ask) : ask())}>
        {label}
      </Button>
      <ConfirmDialog
        {...{ title, confirm, isConstructive, onConfirm }}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
