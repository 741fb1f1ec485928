import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";

import { useDocumentTitle } from "#web/api/use-document-title.ts";

import { ButtonLink } from "./button-link.tsx";

/** The title is also the document's. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  useDocumentTitle(title);
  return (
    <div className="mb-6">
      <h1 className="text-3xl">{title}</h1>
      {children && <p className="mt-1.5 max-w-2xl text-balance text-ink-soft">{children}</p>}
    </div>
  );
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink to={to} variant="plain" icon={ArrowLeft} className="mb-3">
      {children}
    </ButtonLink>
  );
}
