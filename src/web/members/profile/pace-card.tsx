import { useGet } from "#web/api/use-get.ts";
import { Card } from "#web/ui/layout/card.tsx";

import { ChoiceBox } from "./choice-box.tsx";

/** Turns off the time left on Home, in the reader and in the player (BEYOND 9). */
export function PaceCard() {
  const { data: profile } = useGet("GET /api/profile");
  if (!profile) return null;
  return (
    <Card title="Reading">
      <ChoiceBox
        label="Show what's left until the meeting"
        hint="How long the rest of the book takes, and how much that is a day. Only you see it."
        isOn={profile.wantsPace}
        toPatch={(wantsPace) => ({ wantsPace })}
      />
    </Card>
  );
}
