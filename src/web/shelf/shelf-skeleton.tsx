import type { ReactNode } from "react";

import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SECTION_CLASS, SECTION_HEADING_CLASS } from "#web/ui/layout/disclosure.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

import { BOOKS_CLASS } from "./shelf-year.tsx";

// The part of the shelf before its books; the build prerenders it (decision 0026).

export const ShelfHeading = () => (
  <PageHeading title="Shelf">What we've read, what we thought of it, and the evenings we spent on it.</PageHeading>
);

const SKELETONS = [1, 2, 3, 4, 5, 6].map((book) => <Skeleton key={book} className="aspect-2/3" />);

/** A placeholder with exactly the size of the newest books. */
export function ShelfSkeleton({ covers = SKELETONS }: { covers?: ReactNode }) {
  return (
    <output aria-label="Loading the shelf" className="block">
      <Skeleton shape="control" className="mb-5 h-touch max-w-sm" />
      <span className={`block ${SECTION_CLASS}`}>
        <span className={SECTION_HEADING_CLASS}>
          <span className="h-[2.15rem]" />
        </span>
        <span className={`${BOOKS_CLASS} pt-4`}>{covers}</span>
      </span>
    </output>
  );
}
