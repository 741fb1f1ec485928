import { useState } from "react";

import { NOTE_MAX_LENGTH, QUOTE_MAX_LENGTH } from "#contract/limits.ts";
import { randomHexId } from "#web/lib/browser/new-key.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";

import { type Chapter, chapterAtFraction, countedFraction } from "./chapter-position.ts";
import { useAsksQuestions } from "./use-talk.ts";

/** A place in the reader or the player, with the words selected or the time. */
export type Moment = { fraction: number; quote: string; time: string };

type Props = {
  bookId: number;
  reached: number;
  isOpen: boolean;
  chapters: readonly Chapter[];
  moment: Moment | null;
  onSent: (id: number) => void;
};

const HERE = "here";

/** Members write at their place or in a chapter they've read; questions of admins and hosts go anywhere. */
export function NoteForm({ bookId, reached, isOpen, chapters, moment, onSent }: Props) {
  const asksQuestions = useAsksQuestions(bookId);
  const send = useMutationWithToast({
    mutationFn: useSendOrQueue(),
    done: "Your note has been added",
    failed: "Your note wasn't sent. Please try again.",
    onDone: (note) => {
      form.set({ text: "", quote: "" });
      setBegun(false);
      if (typeof note === "object" && note !== null && "id" in note) onSent(Number(note.id));
    },
  });
  const form = useForm({
    base: { text: "", quote: moment?.quote ?? "", place: HERE, kind: "note" as "note" | "question" },
    onSubmit: ({ text, quote, place, kind }) => {
      if (text.trim() === "" || send.isPending) return;
      const fraction = known.find(({ index }) => String(index) === place)?.begins ?? here;
      const note = { bookId, text: text.trim(), fraction, quote: quote.trim(), kind, sendKey: randomHexId() };
      send.mutate({ kind: "note", note });
    },
  });
  useUnsaved("note", "your note", form.values.text.trim() !== "");
  const isQuestion = form.values.kind === "question";
  const hasMoment = moment !== null;
  const [isBegun, setBegun] = useState(hasMoment);
  // after the page has taken the focus
  useTimeout(() => form.formProps.ref.current?.querySelector("textarea")?.focus(), hasMoment ? 0 : null);
  const known = chapters.filter(({ begins }) => isOpen || isQuestion || begins <= reached);
  const here =
    moment === null ? reached : isOpen ? moment.fraction : countedFraction(chapters, moment.fraction, reached);
  return (
    <Card>
      <form {...form.formProps} className="space-y-4">
        <TextArea
          label={isQuestion ? "Your question" : "Your note"}
          placeholder="Write a note"
          rows={1}
          onFocus={() => setBegun(true)}
          dir="auto"
          required
          limit={NOTE_MAX_LENGTH}
          {...form.field("text")}
        />
        {isBegun && (
          <>
            <TextArea
              label="Words from the book (optional)"
              rows={1}
              dir="auto"
              limit={QUOTE_MAX_LENGTH}
              {...form.field("quote")}
            />
            {(known.length > 0 || hasMoment) && (
              <Select label="About" {...form.field("place")}>
                <option value={HERE}>{hereInWords(moment, chapters)}</option>
                {known.map(({ index, title }) => (
                  <option key={index} value={index}>
                    {title}
                  </option>
                ))}
              </Select>
            )}
            {asksQuestions && (
              <label className="flex min-h-touch items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 accent-wine"
                  checked={isQuestion}
                  onChange={({ target }) => form.set({ kind: target.checked ? "question" : "note" })}
                />
                A question for the evening
              </label>
            )}
            <p className="text-sm text-ink-soft">
              {isOpen ? "Every member can read it." : "Only members who've gotten this far can read it."}
            </p>
            <Button type="submit" disabled={send.isPending}>
              {send.isPending ? "Sending..." : "Send"}
            </Button>
          </>
        )}
      </form>
    </Card>
  );
}

function hereInWords(moment: Moment | null, chapters: readonly Chapter[]): string {
  if (moment === null) return "Where I am now";
  const chapter = chapterAtFraction(chapters, moment.fraction);
  const at = moment.time ? `at ${moment.time}` : "at this passage";
  return chapter ? `${chapter.title}, ${at}` : at.replace(/^./, (letter) => letter.toUpperCase());
}
