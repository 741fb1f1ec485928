import { useQuery } from "@tanstack/react-query";

import { query } from "#web/api/query.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";

import type { BookFileKind } from "./kinds.ts";

type Props = { bookId: number; kind: BookFileKind; uploaded: readonly string[] | undefined };

/** What of the file members won't get, or some of them: what the upload said, or what the club knows. */
export function FileWarnings({ bookId, kind, uploaded }: Props) {
  const { data: known } = useQuery(query("GET /api/books/:id/warnings", { params: { id: bookId } }));
  const warnings = uploaded ?? known?.[kind] ?? [];
  if (warnings.length === 0) return null;
  return (
    <Notice title="Problems with this file">
      {warnings.map((warning) => (
        <p key={warning} className="wrap-anywhere">
          {warning}
        </p>
      ))}
    </Notice>
  );
}
