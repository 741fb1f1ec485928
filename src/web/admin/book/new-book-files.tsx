import { FileUp } from "lucide-react";
import { useState } from "react";

import type { FoundMetadata } from "#contract/book-files.ts";
import { FileDrop } from "#web/admin/files/file-drop.tsx";
import { UPLOAD_KINDS } from "#web/admin/files/upload-kinds.ts";
import { UploadProgress } from "#web/admin/files/upload-progress.tsx";
import { fileProblem, type Upload, useAbort } from "#web/admin/files/use-upload.ts";
import { call } from "#web/api/call.ts";
import { isUnanswered } from "#web/api/failure-kind.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { uploadBookFile } from "#web/api/uploads.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { showError, showSuccess } from "#web/ui/feedback/toast.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { FileButton } from "#web/ui/forms/file-button.tsx";

import { type BookValues, withoutEmpty } from "./book-form-values.ts";

export function NewBookFiles({ files }: { files: ReturnType<typeof useNewBookFiles> }) {
  const { uploaded, current, problem, start, cancel } = files;
  return (
    <div className="rounded-md bg-sunk p-4">
      <FileDrop isOff={current !== undefined} onDrop={start}>
        {current ? (
          <UploadProgress upload={current} onCancel={cancel} />
        ) : (
          <FileButton
            variant="quiet"
            label="EPUB or audiobook file"
            accept=".epub,.m4b,.mp3"
            multiple
            className="max-[16rem]:px-3"
            onPick={start}
          >
            <FileUp className="size-5 max-[16rem]:hidden" />
            Choose the EPUB and the audiobook
          </FileButton>
        )}
        <p className="text-sm text-ink-soft">
          Choose or drop the book's files here, and the form fills itself in. Or enter an ISBN below.
        </p>
        {uploaded.map(({ id, kind, filename }) => (
          <p key={id} className="text-sm wrap-anywhere">
            {UPLOAD_KINDS[kind].name}: <strong>{filename}</strong> will be added when you create the book.
          </p>
        ))}
        {problem && <Notice tone="error">{problem}</Notice>}
      </FileDrop>
    </div>
  );
}

/** A file that was uploaded and read, and waits until its book exists. */
type UploadedBookFile = { id: string; kind: "ebook" | "audiobook"; filename: string };

const LIST_FORMAT = new Intl.ListFormat("en");

/** Uploads files before their book exists, and attaches them afterwards (BEYOND 8). */
export function useNewBookFiles(onFound: (found: Partial<BookValues>) => void) {
  const [uploaded, setUploaded] = useState<readonly UploadedBookFile[]>([]);
  const [current, setCurrent] = useState<Upload>();
  const [problem, setProblem] = useState("");
  const task = useAbort();
  const failed = "Failed to read the file.";
  const read = useMutationWithToast<readonly File[], void>({
    mutationFn: async (files) => {
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
    const { id, filename, found } = await uploadBookFile({
      kind,
      file,
      bookId: "new",
      onProgress: show,
      onInterrupted,
      signal,
    });
    setUploaded((before) => [...before.filter((other) => other.kind !== kind), { id, kind, filename }]);
    onFound(valuesFromMetadata(found));
  };

  const attach = useMutationWithToast({
    mutationFn: async (bookId: number) => {
      const added: string[] = [];
      for (const { id, kind } of uploaded)
        try {
          await addToBook(id, bookId);
          added.push(UPLOAD_KINDS[kind].inText);
        } catch {
          const description = `The book was created, but not its ${UPLOAD_KINDS[kind].inText}. Upload it again.`;
          showError(description);
        }
      return added;
    },
    onDone: (added) => {
      setUploaded([]);
      if (added.length > 0) showSuccess(`New book created successfully, with its ${LIST_FORMAT.format(added)}.`);
    },
  });

  return {
    uploaded,
    current,
    problem,
    start: (...files: readonly File[]) => {
      const wrong = files.map((file) => fileProblem(kindOf(file), file)).find(Boolean);
      setProblem(wrong ?? "");
      if (!wrong) read.mutate(files);
    },
    cancel: task.cancel,
    /** The form may be unmounted by then. */
    attachTo: attach.mutate,
  };
}

/** Of 30 seconds each, because checking and moving a large audiobook takes minutes on a slow disk. */
const ATTEMPTS_MAX = 20;

/** Retries until the server has responded, which is idempotent. @throws ApiError; TypeError without a network */
async function addToBook(id: string, bookId: number): Promise<void> {
  for (let attempts = 1; ; attempts += 1)
    try {
      await call("POST /api/uploads/:id/book", { params: { id }, body: { bookId } });
      return;
    } catch (error) {
      if (!isUnanswered(error) || attempts === ATTEMPTS_MAX) throw error;
    }
}

function kindOf(file: File): "ebook" | "audiobook" {
  return /\.(?:m4b|mp3)$/i.test(file.name) ? "audiobook" : "ebook";
}

const valuesFromMetadata = ({ title, author, narrator, duration, cover }: FoundMetadata): Partial<BookValues> =>
  withoutEmpty({ title, author, audiobookNarrator: narrator, audiobookDuration: duration, coverImage: cover });
