import { useQuery } from "@tanstack/react-query";

import { useClub } from "#web/api/club.ts";
import { contentQuery } from "#web/api/content.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Prose } from "#web/ui/prose.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";

/** 'A Message from the Team', with the team's picture (SPEC 2). */
export function TeamMessageCard() {
  const { data, error, refetch } = useQuery(contentQuery);
  const club = useClub();
  return (
    <Card
      title="A Message from the Team"
      className="lg:sticky lg:top-6"
      icon={<Avatar name="Team" photoURL={club.teamAvatarUrl} className="size-11 text-base" />}
    >
      {error ? (
        <LoadError what="the message" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Message text={data.presidentMessage} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Card>
  );
}

function Message({ text }: { text: string }) {
  if (!text) return <p className="text-ink-soft">No message this month. Enjoy the book, and see you at the meeting.</p>;
  return (
    <blockquote className="border-l-3 border-season pl-4 sm:pl-6">
      <Prose text={text} />
    </blockquote>
  );
}
