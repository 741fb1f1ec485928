import { useQuery } from "@tanstack/react-query";

import { contentsQuery } from "#web/api/reading.ts";
import { Notice } from "#web/ui/notice.tsx";

type Props = { bookId: number; isEbook: boolean; uploaded: readonly string[] | undefined };

/** What of the file members won't get: what the upload said, or what its reading found since. */
export function FileWarnings({ bookId, isEbook, uploaded }: Props) {
  const { data: contents } = useQuery({ ...contentsQuery(bookId), enabled: isEbook, retry: false });
  const warnings = uploaded ?? contents?.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <Notice title="Members won't get all of it">
      {warnings.map((warning) => (
        <p key={warning} className="wrap-anywhere">
          {warning}
        </p>
      ))}
    </Notice>
  );
}
