import { useAtomValue } from "jotai";

import { EbookCard } from "#web/books/ebook-card.tsx";
import { EreaderInstructions } from "#web/books/send-to-ereader.tsx";
import { userAtom } from "#web/state/session.ts";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  const user = useAtomValue(userAtom);
  if (!user) return <p>Please sign in to access eBook content.</p>;
  return (
    <>
      <PageHeading title="eBook">This month's book, for your eReader, tablet or phone.</PageHeading>
      <div className="space-y-6">
        <EbookCard />
        <EreaderInstructions />
      </div>
    </>
  );
}
