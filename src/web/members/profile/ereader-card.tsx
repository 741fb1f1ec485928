import { Tablet } from "lucide-react";

import type { Profile } from "#contract/profile.ts";
import { useClub } from "#web/api/club.ts";
import { mailReason } from "#web/api/failure-reason.ts";
import { useGet } from "#web/api/use-get.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";

import { useSavedProfile } from "./use-saved-user.ts";

export function EreaderCard() {
  const result = useGet("GET /api/profile");
  return (
    <Card id="eReader" title="Your eReader" icon={Tablet}>
      <QueryContent query={result} name="your eReader" skeleton={<Skeleton className="h-32 w-full" />}>
        {(profile) => <EreaderForm profile={profile} />}
      </QueryContent>
    </Card>
  );
}

function EreaderForm({ profile }: { profile: Profile }) {
  const savedAddress = profile.ereaderEmail ?? "";
  const { mutate, isPending } = useSavedProfile({
    done: "Your eReader has been saved",
    failed: "Failed to save your eReader. Please try again.",
    onFailed: (error) => form.showServerError(error),
  });
  const sendTest = useCall("POST /api/profile/ereader/test", {
    done: "Sent. It should be on your eReader in a few minutes.",
    failed: "The test wasn't sent. Please try again.",
    explain: mailReason,
  });
  const form = useForm({
    base: { ereaderEmail: savedAddress },
    // Shows the server's message, not the browser's.
    check: () => ({}),
    unsaved: ["ereader", "your eReader's address"],
    onSubmit: ({ ereaderEmail }) => mutate({ ereaderEmail: ereaderEmail.trim() }),
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <Field
        label="eReader email address"
        hint="On a Kindle it ends in @kindle.com. Allow the club's address there as a sender first."
        type="email"
        autoComplete="off"
        {...form.field("ereaderEmail")}
      />
      <UnconfirmedAddress profile={profile} />
      {profile.ereaderConfirmed && profile.ereaderRefused && (
        <Notice tone="error" title="The latest eBook wasn't sent">
          {profile.ereaderRefused} You can send it again from the eBook page.
        </Notice>
      )}
      <label className="flex min-h-touch items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-6 shrink-0"
          checked={profile.ereaderEachBook}
          disabled={isPending || savedAddress === ""}
          onChange={({ target }) => mutate({ ereaderEachBook: target.checked })}
        />
        Send me each month's eBook
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? "Saving..." : "Save eReader"}
        </Button>
        {profile.ereaderConfirmed && (
          <Button disabled={sendTest.isPending} onClick={() => sendTest.mutate()}>
            Send a test
          </Button>
        )}
      </div>
    </form>
  );
}

function UnconfirmedAddress({ profile: { ereaderEmail, ereaderConfirmed } }: { profile: Profile }) {
  const { mailOn } = useClub();
  const resendLink = useCall("POST /api/profile/ereader/link", {
    done: "The link is on its way.",
    failed: "The link wasn't sent. Please try again.",
  });
  if (!mailOn) return <Notice>This club doesn't send email at the moment, so no books can go to eReaders.</Notice>;
  if (ereaderEmail === null || ereaderConfirmed) return null;
  return (
    <Notice
      title="Confirm your eReader"
      action={
        <Button disabled={resendLink.isPending} onClick={() => resendLink.mutate()}>
          {resendLink.isPending ? "Sending..." : "Send it again"}
        </Button>
      }
    >
      We sent a link to {ereaderEmail}. Open it within a day, on your eReader or in its app, to get books there.
    </Notice>
  );
}
