import { Copy, Link2, Share2, X } from "lucide-react";
import { lazy, Suspense } from "react";

import type { CreatedInvitation } from "#contract/invitations.ts";
import { useClub } from "#web/api/club.ts";
import { formatCount } from "#web/lib/format/counts.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { ButtonRow } from "#web/ui/layout/button-row.tsx";
import { copyText } from "#web/ui/text/copy-text.ts";

const QrCode = lazy(() => import("#web/ui/images/qr-code.tsx").then(({ QrCode }) => ({ default: QrCode })));

/** A new invitation's code and link, shown only once. */
export function CreatedCard({ invitation, onClose }: { invitation: CreatedInvitation; onClose: () => void }) {
  const { code, uses, isAdmin } = invitation;
  const { publicDomain } = useClub();
  // without PUBLIC_URL the server knows only where it listens, so the admin's own origin is the better guess
  const link = publicDomain ? invitation.link : `${location.origin}/auth?invite=${code}`;
  return (
    <section
      ref={show}
      aria-label="New invitation"
      className="space-y-3 rounded-md border border-season/40 bg-season-tint p-4"
    >
      <p>
        <strong>The invitation is ready.</strong> Copy its code or its link now: they're shown only once.{" "}
        {uses === 1 ? "One person" : `Up to ${formatCount(uses)} people`} can join with it{isAdmin ? " as admins" : ""}.
      </p>
      <dl className="space-y-2">
        <Copyable name="Code" text={code} />
        <Copyable name="Link" text={link} />
      </dl>
      <Suspense fallback={<Skeleton className="size-44" />}>
        <QrCode text={link} label="QR code of the invitation link" className="size-44 rounded-sm" />
      </Suspense>
      <ButtonRow>
        <Button icon={Copy} onClick={() => void copyText(code, "Code copied to clipboard")}>
          Copy code
        </Button>
        <Button icon={Link2} onClick={() => void copyText(link, "Link copied to clipboard")}>
          Copy link
        </Button>
        {"share" in navigator && (
          <Button
            icon={Share2}
            // canceling the share sheet is fine
            onClick={() => void navigator.share({ title: "Join our book club", url: link }).catch(() => undefined)}
          >
            Share
          </Button>
        )}
        <Button variant="quiet" icon={X} onClick={onClose}>
          Done
        </Button>
      </ButtonRow>
    </section>
  );
}

/** On a phone it's below the form that made it. */
const show = (card: HTMLElement | null) => card?.scrollIntoView({ block: "nearest" });

const Copyable = ({ name, text }: { name: string; text: string }) => (
  <div className="rounded-sm bg-sheet px-3 py-2">
    <dt className="text-sm font-semibold">{name}</dt>
    <dd className="font-mono wrap-anywhere select-all">{text}</dd>
  </div>
);
