import { Share2 } from "lucide-react";
import { useState } from "react";

import type { ShelfYear } from "#contract/shelf.ts";
import { useClub } from "#web/api/club.ts";
import { saveFile } from "#web/lib/browser/save-file.ts";
import { formatYearShare } from "#web/lib/format/share-text.ts";
import { showError } from "#web/ui/feedback/toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Dialog } from "#web/ui/layout/dialog.tsx";
import { ShareButton } from "#web/ui/text/share-button.tsx";

import { drawYear, summarizeYear, summaryLines } from "./year-image.ts";

/** A year's summary, to share or save as an image. */
export function YearButton({ year, books }: ShelfYear) {
  const club = useClub();
  const [isOpen, setIsOpen] = useState(false);
  const summary = summarizeYear(year, books);
  const share = async () => {
    try {
      await shareOrSave(await drawYear(summary, club.name), `${year}.png`);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      showError("The picture couldn't be made.");
    }
  };
  return (
    <>
      <Button variant="plain" aria-label={`Year in review, ${year}`} onClick={() => setIsOpen(true)}>
        Year in review
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Our ${year} in review`}
        actions={
          <>
            <Button onClick={() => setIsOpen(false)}>Close</Button>
            <ShareButton
              variant="quiet"
              name={String(year)}
              text={formatYearShare(club, { year, books: books.length })}
            />
            <Button variant="primary" icon={Share2} onClick={() => void share()}>
              Share picture
            </Button>
          </>
        }
      >
        <dl className="space-y-3">
          {summaryLines(summary).map(({ label, text }) => (
            <div key={label}>
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="font-title text-xl font-semibold">{text}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

async function shareOrSave(image: Blob, filename: string): Promise<void> {
  const file = new File([image], filename, { type: image.type });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
  saveFile(image, filename);
}
