import { Link2, MailPlus, Share2, X } from "lucide-react";
import { useState } from "react";

import { formatCount } from "#contract/counts.ts";
import { type CreatedInvitation, NewInvitation } from "#contract/invitations.ts";
import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button, ButtonRow } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { QrCode } from "#web/ui/images/qr-code.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Fold } from "#web/ui/layout/disclosure.tsx";
import { copyText } from "#web/ui/text/copy-text.ts";

import { InvitationList } from "./invitation-list.tsx";

/** Validity in days of a link that's created by one press. */
const QUICK_LINK_TTL_DAYS = 7;

/** One press creates a link for one person; rarer options are folded. */
export function InvitationsCard() {
  const result = useGet("GET /api/invitations");
  const [invitation, setInvitation] = useState<CreatedInvitation>();
  const create = useCreateInvitation(setInvitation);
  return (
    <Card title="Invitations" icon={MailPlus} className="space-y-4">
      {invitation ? (
        <CreatedCard key={invitation.id} invitation={invitation} onClose={() => setInvitation(undefined)} />
      ) : (
        <>
          <p>Makes a link that lets one person join, for a week.</p>
          <Button
            variant="primary"
            className="max-sm:w-full"
            disabled={create.isPending}
            onClick={() => create.mutate({ body: { uses: 1, expiresInDays: QUICK_LINK_TTL_DAYS, isAdmin: false } })}
          >
            {create.isPending ? "Creating..." : "Invite someone"}
          </Button>
        </>
      )}
      <div>
        <Fold title="For more people, longer, or an admin">
          <InvitationForm create={create} />
        </Fold>
        <QueryContent query={result} name="the invitations" lines={1}>
          {(data) =>
            data.length > 0 && (
              <Fold title={`Invitations so far: ${formatCount(data.length)}`}>
                <InvitationList invitations={data} />
              </Fold>
            )
          }
        </QueryContent>
      </div>
    </Card>
  );
}

const { uses: USES, expiresInDays: DAYS } = NewInvitation.properties;

/** Without a success toast, because the new invitation is shown. */
const useCreateInvitation = (onCreated: (invitation: CreatedInvitation) => void) =>
  useCall("POST /api/invitations", {
    failed: "Failed to create the invitation.",
    onDone: onCreated,
  });

function InvitationForm({ create }: { create: ReturnType<typeof useCreateInvitation> }) {
  const form = useForm({
    base: { uses: "1", days: "30", role: "member" },
    onSubmit: ({ uses, days, role }) =>
      create.mutate({ body: { uses: Number(uses), expiresInDays: Number(days), isAdmin: role === "admin" } }),
  });

  return (
    <form {...form.formProps} className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.2fr_auto]">
      <Field label="Uses" {...numberInput(USES)} {...form.field("uses")} />
      <Field label="Expires in (days)" {...numberInput(DAYS)} {...form.field("days")} />
      <Select label="Role" options={Object.entries({ member: "Member", admin: "Admin" })} {...form.field("role")} />
      <Button type="submit" className="sm:mt-[1.775rem]" disabled={create.isPending}>
        {create.isPending ? "Creating..." : "Create Invitation"}
      </Button>
    </form>
  );
}

const numberInput = ({ minimum, maximum }: { minimum?: number; maximum?: number }) =>
  ({ type: "number", min: minimum, max: maximum, required: true }) as const;

/** A new invitation's code and link, shown only once. */
function CreatedCard({ invitation, onClose }: { invitation: CreatedInvitation; onClose: () => void }) {
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
            variant="primary"
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
        <Button icon={X} onClick={onClose}>
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
function scrollIntoView(card: HTMLElement | null) {
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest" });
}
