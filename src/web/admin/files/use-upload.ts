import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import type { UploadKind } from "#contract/book-files.ts";
import { IMAGE_MAX_BYTES } from "#contract/limits.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { fetchQuery } from "#web/api/fetch-query.ts";
import { query } from "#web/api/query.ts";
import type { UploadOptions } from "#web/api/uploads.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { showSuccess, showToast } from "#web/ui/feedback/toast.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

import { addSample, bytesPerSecond, type Sample } from "./transfer-rate.ts";
import { UPLOAD_KINDS } from "./upload-kinds.ts";

export type Upload = { name: string; size: number; sentBytes: number; rate: number | null; isInterrupted?: boolean };

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
  const [progress, setProgress] = useState<Upload>();
  const aborterRef = useRef<AbortController>(undefined);
  useEffect(() => () => aborterRef.current?.abort(), []);
  const failedText = `Failed to upload ${inText}.`;
  const explain = (_: string, error: Error) =>
    error instanceof RejectedFile ? error.message : withReason(failedText, error);

  const upload = useMutationWithToast<File, Result | undefined>({
    mutationFn: async (file) => {
      setProgress(undefined);
      await requireBook();
      const problem = fileProblem(kind, file);
      if (problem) throw new RejectedFile(`${failedText} ${problem}`);
      const { signal } = (aborterRef.current = new AbortController());
      let samples: readonly Sample[] = [];
      const onProgress = (sentBytes: number) => {
        samples = addSample(samples, { at: performance.now(), sentBytes });
        setProgress({ name: file.name, size: file.size, sentBytes, rate: bytesPerSecond(samples) });
      };
      onProgress(0);
      const onInterrupted = () => setProgress((before) => before && { ...before, rate: null, isInterrupted: true });
      return send({ file, onProgress, onInterrupted, signal }).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
    },
    failed: failedText,
    explain,
    onDone: (result) => {
      if (result === undefined) return showToast({ title: "Upload canceled", description: "Nothing was changed." });
      showSuccess(`${name} uploaded successfully`);
      onDone(result);
    },
  });
  const current = upload.isPending ? progress : undefined;
  useUnsaved(kind, `the ${inText} upload`, current !== undefined);

  const requireBook = async (): Promise<void> => {
    if (hasBook) return;
    const book = await fetchQuery(queries, { ...query("GET /api/books/current"), staleTime: 0 }).catch(() => {
      throw new RejectedFile("Failed to get current book. Please create a book first.");
    });
    if (!book) throw new RejectedFile("No current book found. Please create a book first.");
  };

  return {
    current,
    problem: upload.error ? explain(failedText, upload.error) : "",
    /** Resolves to whether the file was uploaded; an error is shown. */
    start: (file: File): Promise<boolean> =>
      upload.mutateAsync(file).then(
        (result) => result !== undefined,
        () => false,
      ),
    cancel: () => aborterRef.current?.abort(),
  };
}

/** Its message is the whole text. */
class RejectedFile extends Error {}

/** A problem that is visible before the upload, or undefined. The server checks the content. */
function fileProblem(kind: UploadKind, file: File): string | undefined {
  const { accept, wrongType } = UPLOAD_KINDS[kind];
  const name = file.name.toLowerCase();
  const hasRightType =
    kind === "cover" ? file.type.startsWith("image/") : accept.split(",").some((end) => name.endsWith(end));
  if (!hasRightType) return wrongType;
  if (file.size === 0) return "This file is empty.";
  if (kind === "cover" && file.size > IMAGE_MAX_BYTES)
    return `Covers can be up to ${IMAGE_MAX_BYTES / 1024 / 1024} MB.`;
  return undefined;
}
