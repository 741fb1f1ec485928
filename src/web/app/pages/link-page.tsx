import { useIsMutating } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";

import { useClub } from "#web/api/club.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useFocusRestoration } from "#web/lib/hooks/use-focus-restoration.ts";
import { BrandMark } from "#web/ui/images/mouse-image.tsx";
import { Link } from "#web/ui/layout/link.tsx";

/** The page behind an email's link, for members who may be signed out: one card, and a link to Home. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  const club = useClub();
  const main = useRef<HTMLElement>(null);
  useDocumentTitle(title);
  useFocusRestoration(main, useIsMutating() > 0);
  return (
    <main ref={main} className="mx-auto w-full max-w-xl px-4 py-10">
      <h1 className="mb-6 flex items-center justify-center gap-3 text-2xl">
        <BrandMark className="size-12 shrink-0" />
        {club.name}
      </h1>
      {children}
      <p className="mt-6 text-center">
        <Link to="/" className="inline-flex min-h-touch items-center underline underline-offset-4">
          Open the club
        </Link>
      </p>
    </main>
  );
}
