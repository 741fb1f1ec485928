import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useParams } from "react-router";

import type { Meeting } from "#contract/meetings.ts";
import { HostTools } from "#web/admin/months/host-tools.tsx";
import { useClub } from "#web/api/club.ts";
import { query } from "#web/api/query.ts";
import { useRefetchOnReturn } from "#web/api/use-refetch-on-return.ts";
import { formatMeetingDate } from "#web/lib/format/dates.ts";
import { formatMeetingDay } from "#web/lib/format/format-meeting.ts";
import { ChooseDate } from "#web/meetings/choose-date.tsx";
import { useIsAdmin } from "#web/state/session.ts";
import { unsavedAtom } from "#web/state/unsaved.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { BackLink, PageHeading } from "#web/ui/layout/page-heading.tsx";

import { NotFoundPage } from "./not-found.tsx";

export function Page() {
  const { meetingId = "" } = useParams();
  return /^[1-9]\d{0,8}$/.test(meetingId) ? <HostMeeting id={Number(meetingId)} /> : <NotFoundPage />;
}

function HostMeeting({ id }: { id: number }) {
  const { timeZone } = useClub();
  const meeting = query("GET /api/meetings/:id", { params: { id } });
  const result = useQuery(meeting);
  useRefetchOnReturn({ queries: [meeting], olderThanMs: 60_000 });
  const { data } = result;
  const dateText = data?.date ? `${formatMeetingDay(data, timeZone)} (${formatMeetingDate(data.date)})` : "";
  const skeleton = (
    <Card>
      <SkeletonLines lines={6} />
    </Card>
  );
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to="/">Home</BackLink>
      <PageHeading title="Host the meeting">{dateText}</PageHeading>
      <div className="space-y-6">
        <QueryContent query={result} name="the meeting" skeleton={skeleton}>
          {(meeting) => <ManagedMeeting meeting={meeting} />}
        </QueryContent>
      </div>
    </div>
  );
}

function ManagedMeeting({ meeting }: { meeting: Meeting }) {
  const endText = useEndText(meeting);
  const hasUnsaved = useAtomValue(unsavedAtom).size > 0;
  if (endText && !hasUnsaved) return <Card>{endText}</Card>;
  return (
    <>
      {endText && (
        <Notice tone="error" title={endText}>
          What you typed can't be saved. Copy it if you need it.
        </Notice>
      )}
      {meeting.dates.length > 0 && <ChooseDate key={meeting.id} meeting={meeting} />}
      <HostTools meeting={meeting} />
    </>
  );
}

/** Why the meeting can't be managed, or null. */
function useEndText({ state, host, isHost }: Meeting): string | null {
  const isAdmin = useIsAdmin();
  if (state !== "planned") return state === "over" ? "This meeting is over." : "This meeting is canceled.";
  if (isHost || isAdmin) return null;
  return host ? `${host.displayName} hosts` : "You aren't hosting this meeting.";
}
