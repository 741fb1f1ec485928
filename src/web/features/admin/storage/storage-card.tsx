import { useQuery } from "@tanstack/react-query";
import { HardDrive } from "lucide-react";

import type { Storage } from "#contract/storage.ts";
import { storageQuery } from "#web/api/storage.ts";
import { formatCount } from "#web/lib/counts.ts";
import { formatFileSize } from "#web/lib/file-size.ts";
import { Card } from "#web/ui/card.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";

/** Missing files, and free space. */
export function StorageCard() {
  const { data, error, refetch } = useQuery(storageQuery);
  return (
    <Card title="Storage" icon={<HardDrive aria-hidden="true" className="size-5 text-season" />}>
      {data ? (
        <State {...data} />
      ) : error ? (
        <LoadError what="the storage" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Card>
  );
}

function State({ faults, unnamed, freeBytes }: Storage) {
  return (
    <div className="space-y-4">
      {faults.length > 0 ? (
        <Notice
          tone="error"
          title={faults.length === 1 ? "A file is missing." : `${formatCount(faults.length)} files are missing.`}
        >
          <ul className="list-disc space-y-1 pl-5 wrap-anywhere">
            {faults.map(({ path, what, found }) => (
              <li key={path}>
                {what} {found === null ? "is missing or can't be read." : "has changed since it was uploaded."}
              </li>
            ))}
          </ul>
          <p>Upload {faults.length === 1 ? "it" : "them"} again, or ask whoever runs the server for the backups.</p>
        </Notice>
      ) : (
        <p>All files are in place.</p>
      )}
      <p className="text-sm text-ink-soft">
        {formatFileSize(freeBytes)} free.
        {unnamed.files > 0 && (
          <> {formatFileSize(unnamed.bytes)} of replaced or removed files will be freed within a day.</>
        )}
      </p>
    </div>
  );
}
