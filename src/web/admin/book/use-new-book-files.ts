import { useState } from "react";

import type { FoundMetadata } from "#contract/book-files.ts";
import { fileProblem, KINDS } from "#web/admin/files/kinds.ts";
import { type Upload, useAbort } from "#web/admin/files/use-upload.ts";
import { call } from "#web/api/call.ts";
import { sendBookFile } from "#web/api/uploads.ts";
import { showError, showSuccess } from "#web/ui/feedback/toast.ts";
import { useMutationWithToast, withReason } from "#web/ui/feedback/use-mutation-with-toast.ts";

import { type BookValues, withoutEmpty } from "./book-values.ts";

/** Uploaded and read; kept until its book exists. */
type WaitingFile = { id: string; kind: "ebook" | "audiobook"; filename: string };

const AND = new Intl.ListFormat("en");

/** Uploads files before their book exists, and attaches them once it does (BEYOND 8). */
export function useNewBookFiles(onFound: (found: Partial<BookValues>) => void) {
  const [waiting, setWaiting] = useState<readonly WaitingFile[]>([]);
  const [current, setCurrent] = useState<Upload>();
  const [problem, setProblem] = useState("");
  const task = useAbort();
  const failed = "Failed to read the file.";
  const read = useMutationWithToast<readonly File[], void>({
    act: async (files) => {
      const signal = task.start();
      for (const file of files) await readOne(file, signal);
    },
    failed,
    explain: withReason,
    onDone: () => setCurrent(undefined),
    onFailed: (error) => {
      setCurrent(undefined);
      if (!task.isCanceled()) setProblem(withReason(failed, error));
    },
  });
  const readOne = async (file: File, signal: AbortSignal) => {
    const kind = kindOf(file);
    const show = (sent: number) => setCurrent({ name: file.name, size: file.size, sent, rate: null });
    show(0);
    const onInterrupted = () => setCurrent((before) => before && { ...before, isInterrupted: true });
    const { id, filename, found } = await sendBookFile({
      kind,
      file,
      bookId: "new",
      onProgress: show,
      onInterrupted,
      signal,
    });
    setWaiting((before) => [...before.filter((other) => other.kind !== kind), { id, kind, filename }]);
    onFound(valuesIn(found));
  };

  const give = useMutationWithToast({
    act: async (bookId: number) => {
      const added: string[] = [];
      for (const { id, kind } of waiting)
        try {
          await call("POST /api/uploads/:id/book", { params: { id }, body: { bookId } });
          added.push(KINDS[kind].inText);
        } catch {
          const description = `The book was created, but not its ${KINDS[kind].inText}. Upload it again.`;
          showError(description);
        }
      return added;
    },
    onDone: (added) => {
      setWaiting([]);
      if (added.length > 0) showSuccess(`New book created successfully, with its ${AND.format(added)}.`);
    },
  });

  return {
    waiting,
    current,
    problem,
    start: (...files: readonly File[]) => {
      const wrong = files.map((file) => fileProblem(kindOf(file), file)).find(Boolean);
      setProblem(wrong ?? "");
      if (!wrong) read.mutate(files);
    },
    cancel: task.cancel,
    /** The form may be unmounted by then. */
    giveTo: give.mutate,
  };
}

function kindOf(file: File): "ebook" | "audiobook" {
  return /\.(?:m4b|mp3)$/i.test(file.name) ? "audiobook" : "ebook";
}

const valuesIn = ({ title, author, narrator, duration, cover }: FoundMetadata): Partial<BookValues> =>
  withoutEmpty({ title, author, audiobookNarrator: narrator, audiobookDuration: duration, coverImage: cover });
