import { type DragEvent, type ReactNode, useState } from "react";

type Props = { isDisabled: boolean; onDrop: (first: File, ...others: File[]) => void; children: ReactNode };

/** Accepts dropped files, in addition to the button for keyboards and phones. */
export function FileDrop({ isDisabled, onDrop, children }: Props) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const hasFiles = (event: DragEvent) => !isDisabled && event.dataTransfer.types.includes("Files");
  return (
    <div
      className={`space-y-5 rounded-md outline-offset-8 ${isDraggedOver ? "outline-3 outline-season outline-dashed" : ""}`}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        setIsDraggedOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        const [first, ...others] = event.dataTransfer.files;
        if (first) onDrop(first, ...others);
      }}
    >
      {children}
    </div>
  );
}
