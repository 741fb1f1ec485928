import { useAtomValue } from "jotai";

import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { CalendarCard } from "#web/features/profile/calendar-card.tsx";
import { DetailsForm } from "#web/features/profile/details-form.tsx";
import { EreaderCard } from "#web/features/profile/ereader-card.tsx";
import { FeedsCard } from "#web/features/profile/feeds-card.tsx";
import { MailChoice } from "#web/features/profile/mail-choice.tsx";
import { OtherDeviceCard } from "#web/features/profile/other-device-card.tsx";
import { OwnDataCard } from "#web/features/profile/own-data-card.tsx";
import { PaceCard } from "#web/features/profile/pace-card.tsx";
import { PasskeysCard } from "#web/features/profile/passkeys-card.tsx";
import { PasswordForm } from "#web/features/profile/password-form.tsx";
import { PhotoForm } from "#web/features/profile/photo-form.tsx";
import { PushCard } from "#web/features/profile/push-card.tsx";
import { SessionsCard } from "#web/features/profile/sessions-card.tsx";
import { useFocusHashTarget } from "#web/lib/use-card-of-hash.ts";
import { verifiedUserAtom } from "#web/state/session.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

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
