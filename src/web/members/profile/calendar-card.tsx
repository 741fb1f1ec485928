import { CalendarSync } from "lucide-react";

import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { buttonClass } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { SecretUrl } from "./secret-url.tsx";

export function CalendarCard() {
  const result = useGet("GET /api/profile/calendar");
  return (
    <Card id="calendar" title="Meetings in your calendar" icon={CalendarSync}>
      <QueryContent query={result} name="your calendar address" skeleton={<Skeleton className="h-24 w-full" />}>
        {({ url }) => (
          <div className="space-y-4">
            <p className="max-w-measure">
              {url === null
                ? "Subscribe once, and every meeting appears in your calendar app and stays up to date when it changes."
                : "Subscribe to this address in your calendar app. Keep it to yourself: anyone who has it sees the meetings and your answers."}
            </p>
            <SecretUrl
              url={url}
              name="calendar address"
              warning="The old address stops working right away, and calendar apps that use it stop updating."
              create={() => call("POST /api/profile/calendar")}
              remove={() => call("DELETE /api/profile/calendar")}
              query={query("GET /api/profile/calendar")}
              action={
                <a href={url?.replace(/^https?:/, "webcal:")} className={buttonClass("primary")}>
                  Subscribe
                </a>
              }
            />
            {url !== null && (
              <ul className="max-w-measure list-disc space-y-1 pl-5 text-sm">
                <li>iPhone, iPad or Mac: press Subscribe.</li>
                <li>
                  Google Calendar, on a computer: next to “Other calendars”, press + and “From URL”, and paste the
                  address. Changes can take a day to appear.
                </li>
                <li>Outlook: press “Add calendar” and “Subscribe from web”, and paste the address.</li>
              </ul>
            )}
          </div>
        )}
      </QueryContent>
    </Card>
  );
}
