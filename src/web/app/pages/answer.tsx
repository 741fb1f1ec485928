import { Link, useSearchParams } from "react-router";

import { useClub } from "#web/api/club.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { AnswerCard } from "#web/features/answer/answer-card.tsx";
import { BrandMark } from "#web/ui/brand-mark.tsx";

/** Where mails' answer buttons lead (BEYOND 3); opening it changes nothing. */
export function AnswerPage() {
  const club = useClub();
  const [query] = useSearchParams();
  useDocumentTitle("Are you coming?");
  return (
    <main className="mx-auto w-full max-w-xl px-4 py-10">
      <h1 className="mb-6 flex items-center justify-center gap-3 text-2xl">
        <BrandMark className="size-12 shrink-0" />
        <span className="text-balance">{club.name}</span>
      </h1>
      <AnswerCard token={query.get("token") ?? ""} suggested={query.get("answer") === "no" ? "no" : "yes"} />
      <p className="mt-6 text-center">
        <Link to="/" className="inline-flex min-h-touch items-center underline underline-offset-4">
          Open the club
        </Link>
      </p>
    </main>
  );
}
