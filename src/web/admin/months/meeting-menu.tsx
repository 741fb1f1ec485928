import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { Ellipsis } from "lucide-react";
import { useRef, useState } from "react";

import type { Meeting } from "#contract/meetings.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { buttonClass } from "#web/ui/forms/button.tsx";
import { NotifyMembersCheckbox } from "#web/ui/forms/notify-members-checkbox.tsx";
import { CloseOnBack } from "#web/ui/layout/close-on-back.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";

type MeetingAction = "cancel" | "restore" | "delete";

const ITEM_CLASS = "flex min-h-touch w-full items-center rounded-sm px-3 text-left font-medium data-focus:bg-sunk";

/** Rare actions on a meeting, outside of its form. */
export function MeetingMenu({ meeting: { id, state, correctableUntil } }: { meeting: Meeting }) {
  const button = useRef<HTMLButtonElement>(null);
  const [action, setAction] = useState<MeetingAction>();
  const [shouldNotify, setShouldNotify] = useState(false);
  const params = { id };
  const onDone = () => setShouldNotify(false);
  const cancel = useCall("POST /api/meetings/:id/cancel", {
    done: "Meeting canceled",
    failed: "Failed to cancel the meeting.",
    onDone,
  });
  const restore = useCall("POST /api/meetings/:id/restore", {
    done: "Meeting restored",
    failed: "Failed to restore the meeting.",
    onDone,
  });
  const remove = useCall("DELETE /api/meetings/:id", {
    done: "Meeting deleted",
    failed: "Failed to delete the meeting.",
  });
  const isPast = correctableUntil !== null;
  const { verb, text } = ACTIONS[action ?? "cancel"];
  const mutations: MeetingAction[] = [
    ...(isPast ? [] : ([state === "cancelled" ? "restore" : "cancel"] as const)),
    "delete",
  ];
  const confirm = () => {
    if (action === "cancel") cancel.mutate({ params, body: { tell: shouldNotify } });
    if (action === "restore") restore.mutate({ params, body: { tell: shouldNotify } });
    if (action === "delete") remove.mutate({ params });
  };
  const close = () => {
    setAction(undefined);
    // The dialog returns the focus to a menu item that was unmounted.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <Menu>
      <MenuButton
        ref={button}
        aria-label="Cancel or delete this meeting"
        disabled={[cancel, restore, remove].some(({ isPending }) => isPending)}
        className={buttonClass("plain", "min-w-touch -my-2 no-underline")}
      >
        <Ellipsis className="size-5" />
      </MenuButton>
      <MenuItems
        modal={false}
        anchor={{ to: "bottom end", gap: 4, padding: 8 }}
        className="z-30 w-52 rounded-md border border-line-strong bg-sheet p-1.5 shadow-lifted outline-none"
      >
        <CloseOnBack />
        {mutations.map((mutation) => (
          <MenuItem key={mutation}>
            <button
              type="button"
              className={`${ITEM_CLASS} ${mutation === "restore" ? "" : "text-danger"}`}
              onClick={() => setAction(mutation)}
            >
              {ACTIONS[mutation].verb} meeting
            </button>
          </MenuItem>
        ))}
      </MenuItems>
      <ConfirmDialog
        isOpen={action !== undefined}
        title={`${verb} this meeting?`}
        confirm={`${verb} it`}
        cancel="Keep it"
        isConstructive={action === "restore"}
        onConfirm={confirm}
        onClose={close}
      >
        {text}
        {action !== "delete" && <NotifyMembersCheckbox isTicked={shouldNotify} onTick={setShouldNotify} />}
      </ConfirmDialog>
    </Menu>
  );
}

const ACTIONS: Record<MeetingAction, { verb: string; text: string }> = {
  cancel: { verb: "Cancel", text: "You can restore the meeting later." },
  restore: { verb: "Restore", text: "It's upcoming again, with its answers." },
  delete: { verb: "Delete", text: "It can't be restored, and nobody gets an email." },
};
