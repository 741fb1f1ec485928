import { Copy } from "lucide-react";
import type { ReactNode } from "react";

import { type MutationWithToastOptions, useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { INPUT_CLASS } from "#web/ui/forms/labeled-control.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";
import { copyText } from "#web/ui/text/copy-text.ts";

type Props<Saved> = {
  url: string | null;
  /** E.g. 'calendar address'. */
  name: string;
  /** The effect of replacing or removing it. */
  warning: string;
  create: () => Promise<Saved>;
  remove: () => Promise<Saved>;
  query: NonNullable<MutationWithToastOptions<void, Saved>["updatesQuery"]>;
  /** The main button; Copy if omitted. */
  action?: ReactNode;
  children?: ReactNode;
};

/** Creates a secret URL on request, and replaces or removes it after a confirmation. */
export function SecretUrl<Saved>({ url, name, warning, query, action, children, ...calls }: Props<Saved>) {
  const createAddress = useMutationWithToast({
    mutationFn: calls.create,
    failed: "Couldn't create the address. Please try again.",
    updatesQuery: query,
  });
  const remove = useMutationWithToast({
    mutationFn: calls.remove,
    failed: "The address wasn't removed. Please try again.",
    updatesQuery: query,
  });
  const isPending = createAddress.isPending || remove.isPending;
  if (url === null)
    return (
      <Button variant="primary" disabled={isPending} onClick={() => createAddress.mutate()}>
        Get my {name}
      </Button>
    );
  return (
    <>
      <input
        readOnly
        aria-label={`Your ${name}`}
        value={url}
        className={INPUT_CLASS}
        onFocus={({ target }) => target.select()}
      />
      {children}
      <div className="flex flex-wrap gap-2">
        {action}
        <Button variant={action ? "quiet" : "primary"} icon={Copy} onClick={() => void copyText(url, "Address copied")}>
          Copy
        </Button>
        <ConfirmButton
          disabled={isPending}
          label="Replace"
          title={`Replace your ${name}?`}
          confirm="Replace it"
          onConfirm={createAddress.mutate}
        >
          {warning}
        </ConfirmButton>
        <ConfirmButton
          variant="caution"
          disabled={isPending}
          label="Remove"
          title={`Remove your ${name}?`}
          confirm="Remove it"
          onConfirm={remove.mutate}
        >
          {warning}
        </ConfirmButton>
      </div>
    </>
  );
}
