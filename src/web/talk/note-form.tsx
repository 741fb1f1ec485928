import { useAtom } from "jotai";
import { useState } from "react";
import { useLocation } from "react-router";

import { isolateText } from "#contract/isolate-text.ts";
import { NOTE_MAX_LENGTH, QUOTE_MAX_LENGTH } from "#contract/limits.ts";
import type { Note } from "#contract/notes.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";
import { useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import type { ToastLink } from "#web/ui/feedback/toast.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

import { type Chapter, chapterAtFraction, toNotePosition } from "./chapter-position.ts";
import { type NoteDraft, noteDraftAtom, type NotePosition } from "./note-draft.ts";
import { noteUrl, useCanAskQuestions } from "./use-talk.ts";

type Props = {
  bookId: number;
  reached: number;
  /** Undefined while loading. */
  isOpen: boolean | undefined;
  chapters: readonly Chapter[];
  /** The position of a note written over the book; else the draft's, or the member's own. */
  moment?: NotePosition;
  /** `id` is null for a queued note. */
  onSent: (id: number | null) => void;
};

const HERE_VALUE = "here";

/**
 * Members write at their position or in a chapter they've read. Questions of admins and hosts can be anywhere;
 * `#question` in the address opens the form for one.
 */
export function NoteForm({ bookId, reached, isOpen, chapters, moment, onSent }: Props) {
  const canAskQuestions = useCanAskQuestions(bookId);
  const isAsked = useLocation().hash === "#question";
  const [storedDraft, setDraft] = useAtom(noteDraftAtom);
  const draft = storedDraft?.bookId === bookId ? storedDraft : null;
  const isInSheet = moment !== undefined;
  const noteMoment = moment ?? draft?.moment ?? null;
  const [hasStarted, setHasStarted] = useState(isInSheet || isAsked || draft !== null);
  const send = useMutationWithToast({
    mutationFn: useSendOrQueue<"note">(),
    done: isInSheet ? formatSentPosition : "Your note has been added",
    doneLink: isInSheet ? linkToNote : undefined,
    failed: "Your note wasn't sent. Please try again.",
    onDone: (note) => {
      form.revert();
      setDraft(null);
      setHasStarted(false);
      onSent(note?.id ?? null);
    },
  });
  const form = useForm({
    base: initialValues(draft, moment, isAsked && canAskQuestions ? "question" : "note"),
    isFrozen: send.isPending,
    onType: (values) => setDraft(values.text.trim() === "" ? null : { bookId, moment: noteMoment, ...values }),
    onSubmit: ({ text, quote, place, kind }) => {
      if (text.trim() === "" || send.isPending) return;
      const fraction = selectableChapters.find(({ index }) => String(index) === place)?.startFraction ?? noteFraction;
      const note = { bookId, text: text.trim(), fraction, quote: quote.trim(), kind, sendKey: randomHexId() };
      send.mutate({ kind: "note", note });
    },
  });
  const isQuestion = form.values.kind === "question";
  const selectableChapters = chapters.filter(({ startFraction }) => isOpen || isQuestion || startFraction <= reached);
  const noteFraction =
    noteMoment === null
      ? reached
      : isOpen
        ? noteMoment.fraction
        : toNotePosition(chapters, noteMoment.fraction, reached);
  return (
    <form {...form.formProps} className="space-y-3">
      <TextArea
        label={isQuestion ? "Your question" : "Your note"}
        isLabelHidden
        placeholder={isQuestion ? "Write a question" : "Write a note"}
        rows={1}
        data-autofocus={isInSheet || undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the link that was pressed is for writing one
        autoFocus={isAsked}
        onFocus={() => setHasStarted(true)}
        dir="auto"
        required
        limit={NOTE_MAX_LENGTH}
        {...form.field("text")}
      />
      {hasStarted && (
        <>
          <TextArea
            label="Words from the book (optional)"
            rows={1}
            dir="auto"
            limit={QUOTE_MAX_LENGTH}
            {...form.field("quote")}
          />
          {(selectableChapters.length > 0 || noteMoment) && (
            <Select
              label="About"
              {...form.field("place")}
              options={[
                [HERE_VALUE, formatHere(noteMoment, chapters)],
                ...selectableChapters.map(({ index, title }) => [index, title] as const),
              ]}
            />
          )}
          {canAskQuestions && (
            <label className="flex min-h-touch items-center gap-3">
              <input
                type="checkbox"
                className="size-5 accent-wine"
                checked={isQuestion}
                onChange={({ target }) => form.field("kind").onText(target.checked ? "question" : "note")}
              />
              A question for the evening
            </label>
          )}
          <div
            className={`flex flex-row-reverse flex-wrap items-center justify-end gap-3 ${isInSheet ? SHEET_FOOTER : ""}`}
          >
            <p className="flex-1 basis-40 text-sm text-ink-soft">{formatAudience(isOpen)}</p>
            <Button type="submit" disabled={send.isPending}>
              {send.isPending ? "Sending..." : "Send"}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** Stays visible above the keyboard if there's space for the text above it. */
const SHEET_FOOTER = "[@media(min-height:30rem)]:sticky -bottom-5 -mx-5 -mb-5 bg-sheet px-5 py-3 sm:-mx-7 sm:px-7";

/** Newly selected text replaces the draft's. */
function initialValues(draft: NoteDraft | null, moment: NotePosition | undefined, newKind: NoteDraft["kind"]) {
  const { text = "", quote = "", place = HERE_VALUE, kind = newKind } = draft ?? {};
  const isSame = moment === undefined || moment.quote === draft?.moment?.quote;
  return isSame ? { text, quote, place, kind } : { text, quote: moment.quote || quote, place: HERE_VALUE, kind };
}

/** Empty while loading. */
function formatAudience(isOpen: boolean | undefined): string {
  if (isOpen === undefined) return "";
  return isOpen ? "Every member can read it." : "Only members who've gotten this far can read it.";
}

/** None if it is queued, or was deleted before it was sent again. */
type SentNote = Note | null | undefined;

const formatSentPosition = (note: SentNote): string =>
  note?.chapter ? `Your note is in the talk, under “${note.chapter.title}”` : "Your note is in the talk";

const linkToNote = (note: SentNote): ToastLink => ({
  label: "Show in Talk",
  to: noteUrl(note?.id ?? null),
});

function formatHere(moment: NotePosition | null, chapters: readonly Chapter[]): string {
  if (moment === null) return "Where I am now";
  const chapter = chapterAtFraction(chapters, moment.fraction);
  const at = moment.time ? `at ${moment.time}` : "at this passage";
  return chapter ? `${isolateText(chapter.title)}, ${at}` : at.replace(/^./, (letter) => letter.toUpperCase());
}
