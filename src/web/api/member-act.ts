import type { NewAnswer } from "#contract/meetings.ts";

import { answerMeeting, claimNeed, unclaimNeed, withdrawAnswer } from "./meetings.ts";
import { addPost } from "./posts.ts";

/** What a member does on Home that may wait for the network. Null withdraws. */
export type MemberAct =
  | { kind: "answer"; meetingId: number; answer: Required<NewAnswer> | null }
  | { kind: "claim"; needId: number; what: string; quantity: number | null }
  | { kind: "post"; content: string; sendKey: string };

/** The same act twice is harmless. @throws ApiError */
export function sendAct(act: MemberAct): Promise<unknown> {
  if (act.kind === "post") return addPost({ content: act.content, sendKey: act.sendKey });
  if (act.kind === "answer")
    return act.answer ? answerMeeting({ id: act.meetingId, ...act.answer }) : withdrawAnswer(act.meetingId);
  return act.quantity === null ? unclaimNeed(act.needId) : claimNeed({ id: act.needId, quantity: act.quantity });
}

/** The later act replaces the earlier one about the same thing. */
export function keyOfAct(act: MemberAct): string {
  if (act.kind === "post") return `post/${act.sendKey}`;
  return act.kind === "answer" ? `answer/${act.meetingId}` : `claim/${act.needId}`;
}

/** 'Your answer', for messages. */
export function actText(act: MemberAct): string {
  if (act.kind === "answer") return "Your answer";
  return `“${act.kind === "post" ? act.content : act.what}”`;
}
