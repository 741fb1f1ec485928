import { HardDrive } from "lucide-react";

import { formatCount } from "#contract/counts.ts";
import type { Storage } from "#contract/operations.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatFileSize } from "#web/lib/format/file-size.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Card } from "#web/ui/layout/card.tsx";

export function StorageCard() {
  const result = useGet("GET /api/storage");
  return (
    <Card title="Storage" icon={HardDrive}>
      <QueryContent query={result} name="the storage" lines={3}>
        {(data) => <StorageState {...data} />}
      </QueryContent>
    </Card>
  );
}

function StorageState({ missing = [], faults: allFaults, unnamed, freeBytes, bucket }: Storage) {
  const faults = allFaults.filter(({ path }) => !missing.some((folder) => path.startsWith(`${folder}/`)));
  return (
    <div className="space-y-4">
      {missing.length > 0 && (
        <Notice tone="error" title={missing.length === 1 ? "A folder is missing." : "Folders are missing."}>
          The server can’t find {new Intl.ListFormat("en").format(missing)}. Nothing can be uploaded there, and backups
          are incomplete. Please tell the person who runs the server: its disk may not be mounted.
        </Notice>
      )}
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
          <p>Upload {faults.length === 1 ? "it" : "them"} again, or ask the person who runs the server for a backup.</p>
        </Notice>
      ) : (
        missing.length === 0 && <p>All files are in place.</p>
      )}
      {bucket && <BucketState {...bucket} />}
      <p className="text-sm text-ink-soft">
        {formatFileSize(freeBytes)} free.
        {unnamed.files > 0 && (
          <> {formatFileSize(unnamed.bytes)} of replaced or removed files will be freed within a day.</>
        )}
      </p>
    </div>
  );
}

/** Shows whether all books are in the bucket they're served from. */
function BucketState({ waiting, fault }: NonNullable<Storage["bucket"]>) {
  const files = waiting === 1 ? "1 book file" : `${formatCount(waiting)} book files`;
  const waitingText = `${files} will be copied to the bucket. Until then, members get ${waiting === 1 ? "it" : "them"} from this server.`;
  if (fault === null) return <p>{waiting === 0 ? "All books are in the bucket." : waitingText}</p>;
  return (
    <Notice tone="error" title="There's a problem with the bucket.">
      <p className="wrap-anywhere">{fault}</p>
      {waiting > 0 && <p>{waitingText} The server tries again every hour.</p>}
    </Notice>
  );
}
