import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import type { UploadKind } from "#contract/book-files.ts";
import { PICTURE_MAX_BYTES } from "#contract/limits.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { query } from "#web/api/query.ts";
import type { UploadOptions } from "#web/api/uploads.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { showError, showSuccess, showToast } from "#web/ui/feedback/toast.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

import { addSample, bytesPerSecond, type Sample } from "./transfer-rate.ts";
import { UPLOAD_KINDS } from "./upload-kinds.ts";

export type Upload = { name: string; size: number; sent: number; rate: number | null; isInterrupted?: boolean };

type Options<Result> = {
  kind: UploadKind;
  /** False to fetch the current book before uploading. */
  hasBook: boolean;
  send: (sending: UploadOptions) => Promise<Result>;
  onDone: (result: Result) => void;
};

/** Uploads one file at a time, with progress and cancel. */
export function useUpload<Result>({ kind, hasBook, send, onDone }: Options<Result>) {
  const { name, inText } = UPLOAD_KINDS[kind];
  const queries = useQueryClient();
  const [current, setCurrent] = useState<Upload>();
  const [problem, setProblem] = useState("");
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const failed = `Failed to upload ${inText}.`;

  const upload = useMutationWithToast<File, Result | undefined>({
    mutationFn: async (file) => {
      const { signal } = (running.current = new AbortController());
      let samples: readonly Sample[] = [];
      const onProgress = (sent: number) => {
        samples = addSample(samples, { at: performance.now(), sent });
        setCurrent({ name: file.name, size: file.size, sent, rate: bytesPerSecond(samples) });
      };
      onProgress(0);
      const onInterrupted = () => setCurrent((before) => before && { ...before, rate: null, isInterrupted: true });
      return send({ file, onProgress, onInterrupted, signal }).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
    },
    failed,
    explain: withReason,
    onDone: (answer) => {
      setCurrent(undefined);
      if (answer === undefined) return showToast({ title: "Upload canceled", description: "Nothing was changed." });
      showSuccess(`${name} uploaded successfully`);
      onDone(answer);
    },
    onFailed: (error) => {
      setCurrent(undefined);
      setProblem(withReason(failed, error));
    },
  });
  useUnsaved(kind, `the ${inText} upload`, current !== undefined);

  const reject = (description: string) => {
    setProblem(description);
    showError(description);
    return false;
  };
  const findBookProblem = async (): Promise<string | undefined> => {
    if (hasBook) return undefined;
    try {
      const book = await queries.fetchQuery({ ...query("GET /api/books/current"), staleTime: 0 });
      return book ? undefined : "No current book found. Please create a book first.";
    } catch {
      return "Failed to get current book. Please create a book first.";
    }
  };

  return {
    current,
    problem,
    /** Resolves to whether the file was uploaded; an error is shown. */
    start: async (file: File): Promise<boolean> => {
      setProblem("");
      const bookProblem = await findBookProblem();
      if (bookProblem) return reject(bookProblem);
      const problemText = fileProblem(kind, file);
      if (problemText) return reject(`${failed} ${problemText}`);
      return upload.mutateAsync(file).then(
        (result) => result !== undefined,
        () => false,
      );
    },
    cancel: () => running.current?.abort(),
  };
}

/** A problem that is visible before the upload, or undefined. The server checks the content. */
function fileProblem(kind: UploadKind, file: File): string | undefined {
  const { accept, wrongType } = UPLOAD_KINDS[kind];
  const name = file.name.toLowerCase();
  const hasRightType =
    kind === "cover" ? file.type.startsWith("image/") : accept.split(",").some((end) => name.endsWith(end));
  if (!hasRightType) return wrongType;
  if (file.size === 0) return "This file is empty.";
  if (kind === "cover" && file.size > PICTURE_MAX_BYTES)
    return `Covers can be up to ${PICTURE_MAX_BYTES / 1024 / 1024} MB.`;
  return undefined;
}
