import { Trash2 } from "lucide-react";

import { NEED_MAX_LENGTH, NEED_MAX_QUANTITY } from "#contract/limits.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { Need } from "#contract/needs.ts";
import { meetingNames } from "#web/lib/format/member-names.ts";
import { RemovedEntry } from "#web/ui/feedback/undo-delete-notice.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { useUndoable } from "#web/ui/feedback/use-undoable.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { INPUT_CLASS } from "#web/ui/forms/labeled-control.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { NameList } from "#web/ui/text/name-list.tsx";

/** Adds needs, which members claim on the board. */
export function NeedsEditor({ meeting }: { meeting: Meeting }) {
  const { id, needs } = meeting;
  const nameOf = meetingNames(meeting);
  const addNeed = useCall("POST /api/meetings/:id/needs", {
    failed: "Couldn't add it.",
    onDone: () => form.revert(),
  });
  const form = useForm({
    base: { what: "", quantity: "1" },
    unsaved: ["need", "what you need"],
    onSubmit: ({ what, quantity }) => {
      if (what.trim() !== "")
        addNeed.mutate({ params: { id }, body: { what: what.trim(), quantity: Number(quantity) || 1 } });
    },
  });
  return (
    <section>
      <h3 className="mb-2 text-base">What we need</h3>
      <ul className="divide-y divide-line empty:hidden">
        {needs.map((need) => (
          <NeedRow key={need.id} need={need} nameOf={nameOf} />
        ))}
      </ul>
      <form {...form.formProps} className="mt-3 flex flex-wrap items-end gap-3">
        <Field
          label="Needed"
          className="min-w-0 flex-1 basis-56"
          placeholder="Red wine"
          required
          limit={NEED_MAX_LENGTH}
          {...form.field("what")}
        />
        <Field
          label="How many"
          type="number"
          min={1}
          max={NEED_MAX_QUANTITY}
          className="w-28"
          {...form.field("quantity")}
        />
        <Button type="submit" variant="quiet" disabled={addNeed.isPending}>
          Add
        </Button>
      </form>
    </section>
  );
}

type RowProps = { need: Need; nameOf: ReturnType<typeof meetingNames> };

function NeedRow({ need: { id, what, quantity, left, claims }, nameOf }: RowProps) {
  const change = useCall("PATCH /api/needs/:id", {
    failed: "Failed to change that.",
  });
  const { isLeaving, remove, undo } = useUndoable("DELETE /api/needs/:id", {
    input: { params: { id } },
    failed: "Failed to remove that.",
  });
  if (isLeaving) return <RemovedEntry className="py-2" onUndo={undo} />;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <bdi className="font-semibold wrap-anywhere">{what}</bdi>{" "}
        <span className="text-sm text-ink-soft">
          {claims.length === 0 && "nobody yet"}
          <NameList names={claims.map(({ user, quantity }) => ({ name: nameOf(user), suffix: ` ${quantity}` }))} />
          {left > 0 && claims.length > 0 && `, ${left} left`}
        </span>
      </span>
      <span className="w-24">
        <input
          // A host and an admin may edit at the same time.
          key={quantity}
          type="number"
          aria-label={`How many of ${what}`}
          min={1}
          max={NEED_MAX_QUANTITY}
          defaultValue={quantity}
          className={INPUT_CLASS}
          onBlur={({ target }) => {
            const newQuantity = Number(target.value);
            if (newQuantity !== quantity && newQuantity > 0)
              change.mutate({ params: { id }, body: { quantity: newQuantity } });
          }}
        />
      </span>
      <Button aria-label={`Remove ${what}`} icon={Trash2} onClick={remove} />
    </li>
  );
}
