import { ApiError, fieldErrors } from "#web/api/client.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

type Props = {
  /** Name of each field, and what the server has of it now. */
  theirs: readonly (readonly [string, string | null])[];
  /** How people know the fields. */
  labels: Readonly<Record<string, string>>;
  onTake: (name: string) => void;
};

/** What another admin saved in the fields that this one was editing: both texts are there, and nothing is overwritten unseen. */
export function UnseenChanges({ theirs, labels, onTake }: Props) {
  if (theirs.length === 0) return null;
  return (
    <Notice tone="error" title="Someone else changed this too">
      <p>Yours is still in the form. To put it in the place of what they saved, save again.</p>
      <dl className="space-y-4 pt-2">
        {theirs.map(([name, text]) => (
          <div key={name} className="space-y-2">
            <dt id={`theirs-${name}`} className="text-sm font-semibold">
              {labels[name]}, as they saved it
            </dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">{text || "Nothing: it was emptied."}</dd>
            <dd>
              <Button look="quiet" aria-describedby={`theirs-${name}`} onClick={() => onTake(name)}>
                Take theirs
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}

/** The fields of a refused save that somebody else has changed meanwhile. */
export function unseenFields(error: Error): string[] {
  return error instanceof ApiError && error.status === 409 ? Object.keys(fieldErrors(error)) : [];
}
