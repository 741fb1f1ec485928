import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";

import { useClub } from "#web/api/club.ts";
import { query } from "#web/api/query.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { BoardReset } from "./board-reset.tsx";
import { ContentForm } from "./content-form.tsx";

export function ContentTab() {
  const result = useQuery({ ...query("GET /api/content"), staleTime: 0 });
  return (
    <div className="space-y-6">
      <Card title="Site Content" icon={FileText}>
        <ClubFacts />
        <QueryContent query={result} what="the site content" skeleton={<ContentLoading />}>
          {(data) => <ContentForm content={data} />}
        </QueryContent>
      </Card>
      <BoardReset />
    </div>
  );
}

/** Admins look for the name here, but only the server's settings can change it. */
function ClubFacts() {
  const { name, since } = useClub();
  return (
    <p className="mb-6 max-w-measure text-sm text-ink-soft">
      <strong className="text-ink">{name}</strong>, since {since}. The name and the year are set on the server, as
      CLUB_NAME and CLUB_SINCE.
    </p>
  );
}

function ContentLoading() {
  return (
    <div className="space-y-6">
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <FieldLoading height="h-80" />
        <FieldLoading height="h-80" />
      </div>
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <FieldLoading height="h-11" />
        <FieldLoading height="h-11" />
        <FieldLoading height="h-11" className="sm:col-span-2" />
      </div>
      <Skeleton shape="control" className="h-32" />
      <Skeleton shape="control" className="h-11 w-40" />
    </div>
  );
}

function FieldLoading({ height, className = "" }: { height: string; className?: string }) {
  return (
    <div className={`space-y-2 ${className}`}>
      <Skeleton className="h-4 w-32" />
      <Skeleton shape="control" className={height} />
    </div>
  );
}
