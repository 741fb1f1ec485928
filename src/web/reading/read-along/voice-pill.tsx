import { Pause, Play } from "lucide-react";
import type { PointerEvent } from "react";

import { IconButton } from "#web/reading/icon-button.tsx";

import { BackToVoice } from "./along-bar.tsx";
import type { ReadAlong } from "./along.ts";
import { useAlongState } from "./use-along.ts";

/** In a corner of the page, while the bars are away: a tap on the text is for the voice. */
export function ReadAlongPill({ along }: { along: ReadAlong | null }) {
  const { isOn, isPlaying, isAway } = useAlongState(along);
  if (!isOn || (!isPlaying && isAway)) return null;
  return (
    <div
      // a press here would show the bars, which take these buttons away before they are released
      onPointerDown={stay}
      onPointerMove={stay}
      className={`pointer-events-none absolute inset-x-0 bottom-[env(safe-area-inset-bottom)] z-10 flex items-center justify-end gap-1 px-1 ${isAway ? "bg-page" : ""}`}
    >
      {isAway && (
        <BackToVoice along={along} className="pointer-events-auto rounded-full! px-4! text-sm shadow-lifted" />
      )}
      <IconButton
        label={isPlaying ? "Pause" : "Play"}
        icon={isPlaying ? Pause : Play}
        onClick={() => along?.toggle()}
        className="pointer-events-auto bg-page text-season"
      />
    </div>
  );
}

const stay = (event: PointerEvent) => event.stopPropagation();
