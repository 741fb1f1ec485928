import { Wine } from "lucide-react";

import { ApiError } from "#web/api/client.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";
import { LoadError } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines, Spinner } from "#web/ui/feedback/skeleton.tsx";
import { UndoDeleteNotice } from "#web/ui/feedback/undo-delete-notice.tsx";
import { Button, ButtonRow } from "#web/ui/forms/button.tsx";
import { EditTools } from "#web/ui/forms/edit-tools.tsx";
import { Avatar } from "#web/ui/images/avatar.tsx";
import { BookCover } from "#web/ui/images/book-cover.tsx";
import { Badge, Dot } from "#web/ui/layout/badge.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { DotSeparated } from "#web/ui/layout/facts.tsx";
import { MeetingChips, ReadersTime } from "#web/ui/text/meeting-chips.tsx";
import { AuthorLine, Names } from "#web/ui/text/names.tsx";
import { Quoted } from "#web/ui/text/prose.tsx";

const signedOut = new ApiError(401, "", "Unauthorized");
const offline = new TypeError("Failed to fetch");
const meeting = { date: "2026-01-31", time: "19:00", location: "The back room" };
const ignore = () => undefined;

export function StateSamples() {
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center gap-3">
        <Avatar name="Nora" photoURL={null} />
        <Badge>Member</Badge>
        <Badge solid>Admin</Badge>
        <Dot label="something new" />
      </div>
      <AuthorLine name="Nora" createdAt="2026-01-05T19:00:00Z" editedAt="2026-01-06T08:00:00Z" />
      <DotSeparated className="text-sm text-ink-soft">
        133&nbsp;KB
        <span>Uploaded Jan 5, 2026, 7:00 PM</span>
        <span>a long fact that wraps to its own line</span>
      </DotSeparated>
      <p>
        <Names of={[{ name: "Theo Marsh" }, { name: "דליה", after: " +1" }, { name: "Nora Whitfield" }]} />
      </p>
      <p className="space-x-3">
        <Quoted text="words of a book" /> <Quoted text="“what a person in it said”" />
      </p>
      <MeetingChips meeting={meeting} timeZone="America/New_York" />
      <ReadersTime {...meeting} timeZone="America/New_York" />
      <BookCover title="A Very Long Title of a Book without a Cover" author="An Author" coverImage={null} />
      <Card title="A card with a title" icon={Wine}>
        <p>Its content, on a sheet of paper.</p>
      </Card>
      <Card title="Loading">
        <SkeletonLines lines={3} />
        <Spinner />
      </Card>
      <EmptyState mouse="choosing">Nothing here yet, and what to do next.</EmptyState>
      <Notice title="Good to know">A notice that stays on the page.</Notice>
      <Notice
        title="The board was reset"
        action={
          <ButtonRow>
            <Button>Do it</Button>
            <Button variant="quiet">Leave it</Button>
          </ButtonRow>
        }
      >
        A notice with its next steps, stacked on phones.
      </Notice>
      <div className="flex flex-wrap items-center justify-between">
        <span>An entry with its tools</span>
        <EditTools what="An entry" onEdit={ignore} onRemove={ignore} />
      </div>
      <UndoDeleteNotice onUndo={ignore} />
      <LoadError what="the board" error={offline} onRetry={ignore} />
      <LoadError what="the board" error={signedOut} onRetry={ignore} />
      <ProgressBar label="Uploading" value={0.4} text="32 of 80 MB" />
      <ProgressBar label="Checking" value={undefined} />
    </div>
  );
}
