import { useAtomValue } from "jotai";
import { type FormEvent, useState } from "react";

import { NOTE_MAX_LENGTH, QUOTE_MAX_LENGTH } from "#contract/limits.ts";
import { addNote } from "#web/api/notes.ts";
import { userAtom } from "#web/state/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { useOwnAct } from "#web/ui/use-own-act.ts";

import type { Chapter } from "./places.ts";
import { useFreshTalk } from "./use-fresh-talk.ts";

/** Selected in the reader, and where. */
export type Quoted = { quote: string; fraction: number };

type Props = { bookId: number; reached: number; isOpen: boolean; chapters: readonly Chapter[]; quoted: Quoted | null };

const HERE = "here";

/** Members write at their place or in a chapter they've read; admins' questions go anywhere. */
export function NoteForm({ bookId, reached, isOpen, chapters, quoted }: Props) {
  const isAdmin = useAtomValue(userAtom)?.isAdmin ?? false;
  const refresh = useFreshTalk(bookId);
  const [text, setText] = useState("");
  const [quote, setQuote] = useState(quoted?.quote ?? "");
  const [place, setPlace] = useState(HERE);
  const [isQuestion, setIsQuestion] = useState(false);
  const send = useOwnAct({
    act: addNote,
    failed: "Your note wasn't sent. Please try again.",
    onDone: () => {
      refresh();
      setText("");
      setQuote("");
    },
  });
  // the last page read may not count yet
  const here = quoted ? Math.min(quoted.fraction, isOpen ? 1 : reached) : reached;
  const known = chapters.filter(({ begins }) => isOpen || isQuestion || begins <= reached);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || send.isPending) return;
    const fraction = known.find(({ index }) => String(index) === place)?.begins ?? here;
    send.mutate({ bookId, text: text.trim(), fraction, quote: quote.trim(), kind: isQuestion ? "question" : "note" });
  };
  return (
    <Card title="Say something" className="print:hidden">
      <form onSubmit={submit} className="space-y-4">
        <TextArea
          label={isQuestion ? "Your question" : "Your note"}
          rows={3}
          dir="auto"
          limit={NOTE_MAX_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <TextArea
          label="Words from the book (optional)"
          rows={1}
          dir="auto"
          limit={QUOTE_MAX_LENGTH}
          value={quote}
          onChange={({ target }) => setQuote(target.value)}
        />
        {known.length > 0 && (
          <Select label="About" value={place} onChange={({ target }) => setPlace(target.value)}>
            <option value={HERE}>{quoted ? "Where these words stand" : "Where I am now"}</option>
            {known.map(({ index, title }) => (
              <option key={index} value={index}>
                {title}
              </option>
            ))}
          </Select>
        )}
        {isAdmin && (
          <label className="flex min-h-touch items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-wine"
              checked={isQuestion}
              onChange={({ target }) => setIsQuestion(target.checked)}
            />
            A question for the evening
          </label>
        )}
        <Button type="submit" disabled={send.isPending}>
          {send.isPending ? "Sending..." : "Send"}
        </Button>
        <p className="text-sm text-ink-soft">Only members who have got as far can read it.</p>
      </form>
    </Card>
  );
}
