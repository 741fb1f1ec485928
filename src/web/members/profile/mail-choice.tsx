import { useGet } from "#web/api/use-get.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { ChoiceBox } from "./choice-box.tsx";

const CHOICES = [
  {
    choice: "wantsMonthlyMail",
    label: "Send me the monthly email",
    hint: "On the 1st of each month: the book, the meeting with its calendar file, and a message from the team.",
  },
  {
    choice: "wantsMeetingMail",
    label: "Send me emails about meetings",
    hint: "Dates to choose from, a reminder two days before, and what changes.",
  },
  {
    choice: "wantsAnnouncements",
    label: "Send me announcements",
    hint: "Occasional news from the admins.",
  },
] as const;

export function MailChoice() {
  const result = useGet("GET /api/profile");
  return (
    <Card title="Email">
      <QueryContent query={result} name="your choice" skeleton={<SkeletonLines lines={7} />}>
        {(profile) => (
          <div className="space-y-4">
            {CHOICES.map(({ choice, ...text }) => (
              <ChoiceBox key={choice} {...text} isOn={profile[choice]} toPatch={(isOn) => ({ [choice]: isOn })} />
            ))}
          </div>
        )}
      </QueryContent>
    </Card>
  );
}
