import { FileUp, Undo2 } from "lucide-react";
import { useState } from "react";

import { pluralize } from "#contract/counts.ts";
import type { ImportChoices, ImportPlan } from "#contract/imports.ts";
import { call } from "#web/api/call.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { showSuccess } from "#web/ui/feedback/toast.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { Disclosure } from "#web/ui/layout/disclosure.tsx";

import { ImportQuestions } from "./import-questions.tsx";
import { PlanTable } from "./plan-table.tsx";

const FAILED_MESSAGE = "The file couldn't be read. Please try again.";

/** Imports a spreadsheet, or an export of Goodreads or StoryGraph, with a preview. Can be undone for a day. */
export function ImportCard() {
  const [preview, setPreview] = useState<{ file: File; choices: ImportChoices; plan: ImportPlan }>();
  const { data: lastImport } = useGet("GET /api/shelf/import");
  const plan = useMutationWithToast({
    mutationFn: planImport,
    failed: FAILED_MESSAGE,
    onDone: (plan, choices) => setPreview({ ...choices, plan: plan }),
  });
  const choose = useMutationWithToast({
    mutationFn: importBooks,
    failed: "The books weren't imported. Please try again.",
    onDone: ({ add }) => {
      setPreview(undefined);
      showSuccess(`${pluralize(add.length, "book")} added to the shelf.`);
    },
  });
  const undo = useCall("POST /api/shelf/import/:id/undo", {
    failed: "The import wasn't undone. Please try again.",
    onDone: ({ removed, kept }) => {
      const remainingText =
        kept.length === 0 ? "" : ` Still here, because they have files, reviews or notes: ${formatTitles(kept)}.`;
      showSuccess(`${pluralize(removed, "book")} removed.${remainingText}`);
    },
  });
  return (
    <div className="mt-8 print:hidden">
      <Disclosure title="Add earlier books" icon={FileUp}>
        <p className="max-w-measure text-ink-soft">
          Choose a CSV file with the columns title, author and month, or your export from Goodreads or StoryGraph.
          Nothing is added until you've seen the preview. Ratings, reviews and notes in the file are ignored.
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <FileButton
            label="Books file"
            accept=".csv,.json,text/csv,application/json"
            onPick={(file) => plan.mutate({ file, choices: {} })}
          >
            {plan.isPending ? "Reading..." : "Choose file"}
          </FileButton>
          {lastImport && (
            <Button
              variant="plain"
              className="text-left"
              disabled={undo.isPending}
              onClick={() => undo.mutate({ params: { id: lastImport.id } })}
            >
              <Undo2 className="size-4 shrink-0" />
              Undo the last import ({pluralize(lastImport.books, "book")}, until {formatMoment(lastImport.until)})
            </Button>
          )}
        </div>
        {preview && (
          <div className="mt-5">
            <ImportQuestions
              {...preview}
              isPending={plan.isPending}
              onChoose={(choices) => plan.mutate({ file: preview.file, choices })}
            />
            <PlanTable plan={preview.plan} />
            <div className="mt-4 flex flex-wrap gap-3">
              <Button
                variant="primary"
                disabled={choose.isPending || preview.plan.add.length === 0}
                onClick={() => choose.mutate(preview)}
              >
                {choose.isPending ? "Importing..." : `Import ${pluralize(preview.plan.add.length, "book")}`}
              </Button>
              <Button onClick={() => setPreview(undefined)}>Cancel</Button>
            </div>
          </div>
        )}
      </Disclosure>
    </div>
  );
}

const formatTitles = (books: readonly { title: string }[]) => books.map(({ title }) => title).join(", ");

type ChosenFile = { file: File; choices: ImportChoices };

const planImport = ({ file, choices }: ChosenFile) =>
  call("POST /api/shelf/import", { query: { dryRun: "true", ...choices }, body: withCsvType(file) });

const importBooks = ({ file, choices }: ChosenFile) =>
  call("POST /api/shelf/import", { query: choices, body: withCsvType(file) });

/** Browsers take types from installed programs: Windows calls CSV an Excel file. */
function withCsvType(file: File): Blob {
  return new Blob([file], { type: /\.json$/i.test(file.name) ? "application/json" : "text/csv" });
}
