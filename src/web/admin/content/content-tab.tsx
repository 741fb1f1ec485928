import { FileText } from "lucide-react";

import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { BoardReset } from "./board-reset.tsx";
import { ContentForm } from "./content-form.tsx";

export function ContentTab() {
  const { name, since } = useClub();
  const result = useGet("GET /api/content", { staleTime: 0 });
  return (
    <div className="space-y-6">
      <Card title="Site Content" icon={FileText}>
        {/* Admins look for the name here, but only the server's settings can change it. */}
        <p className="mb-6 max-w-measure text-sm text-ink-soft">
          <strong className="text-ink">{name}</strong>, since {since}. The name and the year are set on the server, as
          CLUB_NAME and CLUB_SINCE.
        </p>
        <QueryContent
          query={result}
          name="the site content"
          skeleton={<Skeleton shape="control" className="h-280 lg:h-144" />}
        >
          {(data) => <ContentForm content={data} />}
        </QueryContent>
      </Card>
      <BoardReset />
    </div>
  );
}
