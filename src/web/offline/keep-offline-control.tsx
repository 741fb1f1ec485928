import { CircleAlert, CloudDownload, CloudOff, HardDriveDownload } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";

import type { Book } from "#contract/books.ts";
import { formatFileSize } from "#web/lib/file-size.ts";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

import { FAULT_TEXT } from "./keep-error.ts";
import type { Keeper, Keeping } from "./keeper.ts";
import { useKeeper, useKeeping } from "./use-keep-offline.ts";

const ICON = "size-5 shrink-0";
const ALERT = <CircleAlert aria-hidden="true" className={`${ICON} text-danger`} />;

/** 'Keep offline': how much room the book takes, how far it is, and how to free the room again. */
export function KeepOfflineControl({ book, userId }: { book: Book; userId: number }) {
  const keeper = useKeeper(book, userId);
  return keeper && <Control keeper={keeper} size={book.audiobookSize ?? 0} />;
}

function Control({ keeper, size }: { keeper: Keeper; size: number }) {
  const keeping = useKeeping(keeper);
  if (keeping.phase === "unknown") return null;
  return (
    <fieldset aria-label="Offline copy" className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        {keeping.phase === "busy" && (
          <ProgressBar
            label="Keeping offline"
            value={keeping.bytes / size}
            text={`${formatFileSize(keeping.bytes)} of ${formatFileSize(size)}`}
          />
        )}
        <output className="block">
          <Message keeping={keeping} size={size} />
        </output>
      </div>
      {keeping.phase !== "unable" && <Buttons keeper={keeper} phase={keeping.phase} />}
    </fieldset>
  );
}

function Message({ keeping, size }: { keeping: Keeping; size: number }): ReactNode {
  const room = formatFileSize(size);
  switch (keeping.phase) {
    case "busy":
      return <span className="sr-only">{stepText(keeping.bytes / size)}</span>;
    case "kept":
      return (
        <Line icon={<HardDriveDownload aria-hidden="true" className={`${ICON} text-season`} />}>
          Kept offline on this device, {room}. The room is freed when the month turns or you sign out.
        </Line>
      );
    case "part":
      return (
        <Line icon={keeping.fault && ALERT}>
          {formatFileSize(keeping.bytes)} of {room} are on this device.{" "}
          {keeping.fault ? FAULT_TEXT[keeping.fault] : "Go on to keep the rest."}
        </Line>
      );
    case "unable":
      return "This browser cannot keep the audiobook here, in a private window for example. 'Download Audiobook' saves it as a file.";
    case "off":
      if (keeping.fault)
        return (
          <Line icon={ALERT}>
            The audiobook is not kept; it needs {room}. {FAULT_TEXT[keeping.fault]}
          </Line>
        );
      if (keeping.wasReplaced)
        return `The audiobook was replaced, so the older copy was removed from this device. The new one needs ${room}.`;
      return `Take the book along without a network: it needs ${room} on this device.`;
    case "unknown":
      return null;
  }
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-start gap-2.5">
      {icon}
      <span>{children}</span>
    </span>
  );
}

/** Said politely at each quarter: every piece would be a flood. */
function stepText(part: number): string {
  return `Keeping the audiobook: ${Math.floor(part * 4) * 25} %`;
}

type Phase = Exclude<Keeping["phase"], "unknown" | "unable">;

const MAIN: Record<Phase, { label: string; icon: ReactNode; act: (keeper: Keeper) => Promise<void> }> = {
  off: {
    label: "Keep offline",
    icon: <CloudDownload aria-hidden="true" className={ICON} />,
    act: (keeper) => keeper.keep(),
  },
  part: { label: "Go on", icon: <CloudDownload aria-hidden="true" className={ICON} />, act: (keeper) => keeper.keep() },
  busy: { label: "Cancel", icon: undefined, act: (keeper) => keeper.giveUp() },
  kept: {
    label: "Remove",
    icon: <CloudOff aria-hidden="true" className={ICON} />,
    act: (keeper) => keeper.remove(),
  },
};

/** One button changes its meaning, so that whoever uses the keyboard stays where they are. */
function Buttons({ keeper, phase }: { keeper: Keeper; phase: Phase }) {
  const { label, icon, act } = MAIN[phase];
  const onMain = ({ detail }: MouseEvent) => {
    // the second half of a double click would end what the first began
    if (detail < 2) void act(keeper);
  };
  const onRemove = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // this button goes, and would take the focus with it
    currentTarget.parentElement?.querySelector("button")?.focus();
    void keeper.remove();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="quiet" icon={icon} onClick={onMain}>
        {label}
      </Button>
      {phase === "part" && (
        <Button look="quiet" icon={<CloudOff aria-hidden="true" className={ICON} />} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}
