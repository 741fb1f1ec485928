import { useAtomValue } from "jotai";

import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useFocusHashTarget } from "#web/lib/hooks/use-card-of-hash.ts";
import { CalendarCard } from "#web/members/profile/calendar-card.tsx";
import { DetailsForm } from "#web/members/profile/details-form.tsx";
import { EreaderCard } from "#web/members/profile/ereader-card.tsx";
import { FeedsCard } from "#web/members/profile/feeds-card.tsx";
import { MailChoice } from "#web/members/profile/mail-choice.tsx";
import { OtherDeviceCard } from "#web/members/profile/other-device-card.tsx";
import { OwnDataCard } from "#web/members/profile/own-data-card.tsx";
import { PaceCard } from "#web/members/profile/pace-card.tsx";
import { PasskeysCard } from "#web/members/profile/passkeys-card.tsx";
import { PasswordForm } from "#web/members/profile/password-form.tsx";
import { PhotoForm } from "#web/members/profile/photo-form.tsx";
import { PushCard } from "#web/members/profile/push-card.tsx";
import { SessionsCard } from "#web/members/profile/sessions-card.tsx";
import { verifiedUserAtom } from "#web/state/session.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  // the form begins with what is known now
  const user = useAtomValue(verifiedUserAtom);
  useDocumentTitle("Profile");
  useFocusHashTarget();
  if (!user) return <Spinner className="min-h-[50dvh]" />;
  return (
    <>
      <PageHeading title="Profile">Your name, photo and sign-in</PageHeading>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <DetailsForm user={user} />
          <PhotoForm user={user} />
          <PasswordForm />
          <PasskeysCard />
          <SessionsCard />
          <OtherDeviceCard />
        </div>
        <div className="space-y-6">
          <MailChoice />
          <PushCard />
          <PaceCard />
          <CalendarCard />
          <FeedsCard />
          <EreaderCard />
          <OwnDataCard />
        </div>
      </div>
    </>
  );
}
