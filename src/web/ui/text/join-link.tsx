import { Video } from "lucide-react";
import { useState } from "react";

import { joinWindow } from "#web/lib/format/format-meeting.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { buttonClass } from "#web/ui/forms/button.tsx";

type Props = { link: string; date: string; time: string; timeZone: string };

/** A button from an hour before a meeting until its end; a link otherwise (BEYOND 10). */
export function JoinLink({ link, date, time, timeZone }: Props) {
  const [now, setNow] = useState(() => Date.now());
  const times = joinWindow({ date, time }, timeZone);
  const isNow = times !== null && times.from <= now && now < times.until;
  const next = [times?.from, times?.until].find((moment) => moment !== undefined && moment > now);
  // the page may stay open
  useTimeout(() => setNow(Date.now()), next === undefined ? null : next - now);
  return (
    <a href={link} target="_blank" rel="noreferrer" className={isNow ? buttonClass("primary") : LINK}>
      <Video className={isNow ? "size-5 shrink-0" : "size-4 shrink-0 text-season"} />
      Join online
    </a>
  );
}

const LINK =
  "inline-flex min-h-touch items-center gap-2 text-sm font-medium underline decoration-1 underline-offset-4 hover:decoration-2";
