import { Volume1, Volume2, VolumeX } from "lucide-react";
import { type CSSProperties, useEffect, useState } from "react";

import { canSetVolume } from "#web/listening/player/audio-source.ts";
import type { PlayerState } from "#web/listening/player/player-state.ts";
import type { Player } from "#web/listening/player/player.ts";
import { IconButton } from "#web/ui/forms/icon-button.tsx";

/** Disabled where only the system sets the volume (iOS, DESIGN 3). */
export function VolumeControl({ player, state }: { player: Player; state: PlayerState }) {
  // Where it doesn't work, CSS hides the slider, so nothing moves.
  const [canSet, setCanSet] = useState(true);
  useEffect(() => void canSetVolume(document.createElement("audio")).then(setCanSet), []);
  const { volume, muted } = state;
  const isSilent = muted || volume === 0;
  const Icon = isSilent ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div className="flex items-center gap-1" style={{ "--played": muted ? 0 : volume } as CSSProperties}>
      <IconButton
        label={canSet ? "Mute" : "Volume"}
        icon={Icon}
        {...(canSet ? { "aria-pressed": isSilent } : { title: "Use your device's volume keys" })}
        disabled={!canSet}
        onClick={player.toggleMute}
      />
      {canSet && (
        <input
          type="range"
          aria-label="Volume"
          aria-valuetext={`${Math.round(volume * 100)} percent${muted ? ", muted" : ""}`}
          min={0}
          max={1}
          step={0.05}
          value={muted ? 0 : volume}
          onChange={({ target }) => player.setVolume(Number(target.value), false)}
          className="player-range max-w-28 min-w-16 pointer-coarse:hidden"
        />
      )}
    </div>
  );
}
