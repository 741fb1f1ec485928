import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Avatar } from "#web/ui/images/avatar.tsx";
import { WineRing } from "#web/ui/images/wine-ring.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { FoldedText } from "#web/ui/text/prose.tsx";

export function TeamMessageCard() {
  const result = useGet("GET /api/content");
  const club = useClub();
  return (
    <Card
      title={
        <>
          <Avatar name="Team" photoURL={club.teamAvatarUrl} className="size-8 sm:size-11" />A Message from the Team
        </>
      }
      className="relative overflow-hidden"
    >
      <QueryContent query={result} name="the message" lines={4}>
        {(data) => <Message text={data.presidentMessage} />}
      </QueryContent>
    </Card>
  );
}

function Message({ text }: { text: string }) {
  if (!text) return <p className="text-ink-soft">No message this month. Enjoy the book, and see you at the meeting.</p>;
  return (
    <blockquote className="font-title">
      <WineRing className="absolute -right-10 -bottom-16 size-44 opacity-35 print:hidden" />
      <FoldedText text={text} lines={4} moreLabel="Read more" className="relative" />
    </blockquote>
  );
}
