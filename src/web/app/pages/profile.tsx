import { useAtomValue } from "jotai";
import type { ReactNode } from "react";

import type { User } from "#contract/users.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useFocusHashTarget } from "#web/lib/hooks/use-focus-hash-target.ts";
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
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { FoldableSection, useIsWide } from "#web/ui/layout/disclosure.tsx";
import { Link } from "#web/ui/layout/link.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  // the form begins with the server's values
  const user = useAtomValue(verifiedUserAtom);
  const isWide = useIsWide();
  useDocumentTitle("Profile");
  useFocusHashTarget();
  if (!user) return <Spinner className="min-h-[50dvh]" />;
  return (
    <>
      <PageHeading title="Profile">What other members see, and how the club reaches you.</PageHeading>
      <nav aria-label="On this page" className="-mt-2 mb-8 flex flex-wrap gap-x-5 border-b border-line pb-2">
        {GROUPS.map(({ id, title }) => (
          <Link
            key={id}
            to={`#${id}`}
            replace
            className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
          >
            {title}
          </Link>
        ))}
      </nav>
      {GROUPS.map(({ id, title, summary, cards }, index) => (
        <FoldableSection key={id} id={id} title={title} summary={summary} isOpen={isWide || index === 0}>
          <div className="grid grid-cols-1 items-start gap-6 pt-4 pb-8 lg:grid-cols-2">{cards(user)}</div>
        </FoldableSection>
      ))}
    </>
  );
}

type Group = { id: string; title: string; summary: string; cards: (user: User) => ReactNode };

const GROUPS: readonly Group[] = [
  {
    id: "you",
    title: "You",
    summary: "Name, email and photo",
    cards: (user) => (
      <>
        <DetailsForm user={user} />
        <PhotoForm user={user} />
      </>
    ),
  },
  {
    id: "signing-in",
    title: "Signing in",
    summary: "Password, passkeys and devices",
    cards: () => (
      <>
        <PasswordForm />
        <PasskeysCard />
        <OtherDeviceCard />
        <SessionsCard />
      </>
    ),
  },
  {
    id: "messages",
    title: "Email and notifications",
    summary: "What we send you, and when",
    cards: () => (
      <>
        <MailChoice />
        <PushCard />
      </>
    ),
  },
  {
    id: "apps",
    title: "Reading and apps",
    summary: "Time left, calendar, apps and eReader",
    cards: () => (
      <>
        <PaceCard />
        <CalendarCard />
        <FeedsCard />
        <EreaderCard />
      </>
    ),
  },
  {
    id: "own-data",
    title: "Your data",
    summary: "Download it, or delete your account",
    cards: () => <OwnDataCard />,
  },
];
