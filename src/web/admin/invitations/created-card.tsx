import { Link2, Share2, X } from "lucide-react";

import { formatCount } from "#contract/counts.ts";
import type { CreatedInvitation } from "#contract/invitations.ts";
import { useClub } from "#web/api/club.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { Button, ButtonRow } from "#web/ui/forms/button.tsx";
import { QrCode } from "#web/ui/images/qr-code.tsx";
import { Fold } from "#web/ui/layout/disclosure.tsx";
import { copyText } from "#web/ui/text/share-button.tsx";

/** A new invitation's code and link, shown only once. */
export function CreatedCard({ invitation, onClose }: { invitation: CreatedInvitation; onClose: () => void }) {
  const { code, uses, isAdmin, expiresAt } = invitation;
  const { publicDomain } = useClub();
  // Without PUBLIC_URL the server has only its listening address, so the admin's origin is a better guess.
  const link = publicDomain ? invitation.link : `${location.origin}/auth?invite=${code}`;
  const canShare = "share" in navigator;
  return (
    <section
      ref={scrollIntoView}
      tabIndex={-1}
      aria-label="New invitation"
      className="space-y-3 rounded-md border border-season/40 bg-season-tint p-4"
    >
      <p>
        <strong>The invitation is ready.</strong> Send its link now: it's shown only once.{" "}
        {uses === 1 ? "One person" : `Up to ${formatCount(uses)} people`} can join with it{isAdmin ? " as admins" : ""},
        until {formatMoment(expiresAt)}.
      </p>
      <p className="rounded-sm bg-sheet px-3 py-2 font-mono wrap-anywhere select-all">{link}</p>
      <ButtonRow>
        {canShare && (
          <Button
            icon={Share2}
            // Canceling the share sheet is fine.
            onClick={() => void navigator.share({ title: "Join our book club", url: link }).catch(() => undefined)}
          >
            Share
          </Button>
        )}
        <Button
          variant={canShare ? "quiet" : "primary"}
          icon={Link2}
          onClick={() => void copyText(link, "Link copied to clipboard")}
        >
          Copy link
        </Button>
        <Button variant="quiet" icon={X} onClick={onClose}>
          Done
        </Button>
      </ButtonRow>
      <Fold title="To read out or scan: code and QR code">
        <div className="space-y-3">
          <p className="font-mono text-lg wrap-anywhere select-all">{code}</p>
          <QrCode text={link} label="QR code of the invitation link" className="size-44 rounded-sm" />
        </div>
      </Fold>
    </section>
  );
}

/** On a phone the button that created it may be far above. */
const scrollIntoView = (card: HTMLElement | null) => {
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest" });
};
