import { Megaphone } from "lucide-react";
import { useState } from "react";

import { pluralize } from "#contract/counts.ts";
import { NewAnnouncement } from "#contract/email.ts";
import { ANNOUNCEMENT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from "#contract/limits.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";

export function AnnouncementCard({ isReady }: { isReady: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const send = useCall("POST /api/email/announcements", {
    done: ({ reaches }) => `On its way to ${pluralize(reaches, "member")}`,
    failed: "Failed to send the announcement.",
    onDone: () => form.revert(),
  });
  const form = useForm<NewAnnouncement>({
    schema: NewAnnouncement,
    base: { subject: "", message: "" },
    unsaved: ["announcement", "the announcement"],
    isFrozen: send.isPending,
    onSubmit: () => setIsAsking(true),
  });
  const { subject, message } = form.values;
  return (
    <Card title="Announcement" icon={Megaphone}>
      <form {...form.formProps} className="space-y-4">
        <Field label="Subject" limit={SUBJECT_MAX_LENGTH} {...form.field("subject")} />
        <TextArea
          label="Message"
          hint="Sent to everyone who gets announcements."
          limit={ANNOUNCEMENT_MAX_LENGTH}
          {...form.field("message")}
        />
        <Button type="submit" className="max-[20rem]:px-2" disabled={!isReady || send.isPending}>
          {send.isPending ? "Sending..." : "Send announcement"}
        </Button>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Send "${subject.trim()}" to the members?`}
        confirm="Send"
        onConfirm={() => send.mutate({ body: { subject: subject.trim(), message: message.trim() } })}
        onClose={() => setIsAsking(false)}
      >
        You can't unsend this.
      </ConfirmDialog>
    </Card>
  );
}
