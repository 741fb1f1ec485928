import type { OutboxState } from "#contract/email.ts";
import { countOf } from "#web/lib/counts.ts";

export const members = (count: number): string => countOf(count, "member");

export const STATE_NAMES: Record<OutboxState, string> = {
  queued: "Waiting",
  sending: "Sending",
  sent: "Sent",
  failed: "Failed",
  unknown: "Unknown",
};
