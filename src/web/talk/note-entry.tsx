import { Heart, MessageCircle } from "lucide-react";
import { useRef, useState } from "react";

import { pluralize } from "#contract/counts.ts";
import { NOTE_MAX_LENGTH, REPLY_MAX_LENGTH } from "#contract/limits.ts";
import type { Note, Reply } from "#contract/notes.ts";
import { ignoreDoubleClick } from "#web/lib/browser/listeners.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";
import type { memberNames } from "#web/lib/format/member-names.ts";
import { PendingMutations } from "#web/offline/queue/pending-mutations.tsx";
import { useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { DeletedAlert, RemovedEntry } from "#web/ui/feedback/undo-delete-notice.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { useUndoable } from "#web/ui/feedback/use-undoable.ts";
import { EntryActions, TOOL_CLASS } from "#web/ui/forms/entry-actions.tsx";
import { TextForm } from "#web/ui/forms/text-form.tsx";
import { type ListedEntry, type OnOpen, useOpenEntries, useReportOpen } from "#web/ui/forms/use-open-entries.ts";
import { Badge } from "#web/ui/layout/badge.tsx";

import { AuthoredText, LinkedText } from "./authored-text.tsx";
import { useCanAskQuestions } from "./use-talk.ts";

/** `isSent`: just sent from this page, so it takes the focus. `onOpen`: a form in it opened or closed. */
export type NoteEntryProps = {
  bookId: number;
  note: ListedEntry<Note>;
  nameOf: ReturnType<typeof memberNames>;
  isSent: boolean;
  onOpen: OnOpen<Note>;
};

export function focusSentNote(entry: HTMLElement | null): void {
  entry?.focus({ preventScroll: true });
  entry?.scrollIntoView({ block: "center" });
}

export function NoteEntry({ bookId, note, nameOf, isSent, onOpen }: NoteEntryProps) {
  const [form, setForm] = useState<"edit" | "reply" | null>(null);
  const replies = useOpenEntries(note.replies, (one, other) => one.id - other.id);
  useReportOpen(note, form !== null, onOpen);
  const onOpenReply: OnOpen<Reply> = (reply, isOpen) => {
    replies.onOpen(reply, isOpen);
    onOpen(note, isOpen);
  };
  const wasFocused = useRef(false);
  // Only once, because a note whose deletion was undone isn't sent again.
  const focusOnce = (entry: HTMLElement | null) => {
    if (entry && !wasFocused.current) focusSentNote(entry);
    wasFocused.current ||= entry !== null;
  };
  const close = () => setForm(null);
  const { isLeaving, remove, undo } = useUndoable("DELETE /api/notes/:id", {
    input: { params: { id: note.id } },
    failed: "The note wasn't deleted. Please try again.",
  });
  const change = useCall("PATCH /api/notes/:id", {
    failed: "Your change wasn't saved. Please try again.",
    onDone: close,
  });
  const reply = useMutationWithToast({
    mutationFn: useSendOrQueue<"reply">(),
    done: "Your reply has been added",
    failed: "Your reply wasn't sent. Please try again.",
    onDone: close,
  });
  if (isLeaving) return <RemovedEntry className="py-4" onUndo={undo} />;
  return (
    <li
      ref={isSent ? focusOnce : null}
      tabIndex={isSent ? -1 : undefined}
      className={`py-4 print:break-inside-avoid print:py-2 ${isOpenQuestion(note) ? "print:hidden" : ""}`}
    >
      <AuthoredText entry={note} name={nameOf(note.author)}>
        {note.kind === "question" && <Badge>For the evening</Badge>}
        {note.quote && (
          <blockquote
            dir="auto"
            className="my-1.5 max-w-measure border-l-4 border-season pl-3 text-ink-soft italic wrap-anywhere"
          >
            {note.quote}
          </blockquote>
        )}
        {form === "edit" ? (
          <TextForm
            label="Your note"
            button="Save"
            initialText={note.text}
            max={NOTE_MAX_LENGTH}
            isBusy={change.isPending}
            onSend={(text) => change.mutate({ params: { id: note.id }, body: { text } })}
            onCancel={() => setForm(null)}
          />
        ) : (
          <LinkedText text={note.text} />
        )}
        {note.isDeleted && <DeletedAlert entry="note" />}
        {form === null && <NoteTools note={note} bookId={bookId} onForm={setForm} onRemove={remove} />}
        {replies.entries.length > 0 && (
          <ul aria-label={pluralize(replies.entries.length, "reply", "replies")} className="mt-2 space-y-3 print:pl-6">
            {replies.entries.map((each) => (
              <ReplyEntry key={each.id} reply={each} name={nameOf(each.author)} onOpen={onOpenReply} />
            ))}
          </ul>
        )}
        <PendingMutations
          label="Waiting replies"
          removeLabel="Don't send"
          isShown={(react) => react.kind === "reply" && react.noteId === note.id}
        />
        {form === "reply" && (
          <TextForm
            label="Your reply"
            button="Reply"
            max={REPLY_MAX_LENGTH}
            isBusy={reply.isPending}
            onSend={(text) => reply.mutate({ kind: "reply", noteId: note.id, text, sendKey: randomHexId() })}
            onCancel={() => setForm(null)}
          />
        )}
      </AuthoredText>
    </li>
  );
}

/** Printed questions come first, so only those with replies are listed here. */
export const isOpenQuestion = ({ kind, replies }: Note): boolean => kind === "question" && replies.length === 0;

type ToolsProps = { bookId: number; note: Note; onForm: (form: "edit" | "reply") => void; onRemove: () => void };

function NoteTools({ bookId, note, onForm, onRemove }: ToolsProps) {
  const isAdmin = useIsAdmin();
  const canAskQuestions = useCanAskQuestions(bookId);
  const heart = useCall(note.hearted ? "DELETE /api/notes/:id/heart" : "PUT /api/notes/:id/heart", {
    failed: "The heart wasn't saved. Please try again.",
  });
  return (
    <div className="-ml-2 flex flex-wrap print:hidden">
      <button
        type="button"
        className={TOOL_CLASS}
        aria-pressed={note.hearted}
        aria-label={`Heart, ${pluralize(note.hearts, "heart")}`}
        disabled={heart.isPending}
        onClick={ignoreDoubleClick(() => heart.mutate({ params: { id: note.id } }))}
      >
        <Heart className={`size-4.5 ${note.hearted ? "fill-current text-wine" : ""}`} />
        {note.hearts > 0 && note.hearts}
      </button>
      <button type="button" className={TOOL_CLASS} onClick={() => onForm("reply")}>
        <MessageCircle className="size-4.5" />
        Reply
      </button>
      {(note.mine || isAdmin || (note.kind === "question" && canAskQuestions)) && (
        <EntryActions
          name={`the note '${note.text.slice(0, 80)}'`}
          onEdit={note.mine ? () => onForm("edit") : null}
          onRemove={onRemove}
        />
      )}
    </div>
  );
}

type ReplyProps = { reply: ListedEntry<Reply>; name: string; onOpen: OnOpen<Reply> };

function ReplyEntry({ reply, name, onOpen }: ReplyProps) {
  const isAdmin = useIsAdmin();
  const [isEditing, setIsEditing] = useState(false);
  useReportOpen(reply, isEditing, onOpen);
  const { isLeaving, remove, undo } = useUndoable("DELETE /api/replies/:id", {
    input: { params: { id: reply.id } },
    failed: "The reply wasn't deleted. Please try again.",
  });
  const change = useCall("PATCH /api/replies/:id", {
    failed: "Your change wasn't saved. Please try again.",
    onDone: () => setIsEditing(false),
  });
  if (isLeaving) return <RemovedEntry onUndo={undo} />;
  return (
    <li>
      <AuthoredText entry={reply} name={name}>
        {isEditing ? (
          <TextForm
            label="Your reply"
            button="Save"
            initialText={reply.text}
            max={REPLY_MAX_LENGTH}
            isBusy={change.isPending}
            onSend={(text) => change.mutate({ params: { id: reply.id }, body: { text } })}
            onCancel={() => setIsEditing(false)}
          />
        ) : (
          <LinkedText text={reply.text} />
        )}
        {reply.isDeleted && <DeletedAlert entry="reply" />}
        {!isEditing && (reply.mine || isAdmin) && (
          <div className="-ml-2 flex flex-wrap print:hidden">
            <EntryActions
              name={`the reply '${reply.text.slice(0, 80)}'`}
              onEdit={reply.mine ? () => setIsEditing(true) : null}
              onRemove={remove}
            />
          </div>
        )}
      </AuthoredText>
    </li>
  );
}
