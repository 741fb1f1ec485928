import { type DragEvent, type ReactNode, useState } from "react";

type Props = { isOff: boolean; onDrop: (first: File, ...others: File[]) => void; children: ReactNode };

/** Accepts dropped files; a convenience beside the button, which keyboards and phones use. */
export function FileDrop({ isOff, onDrop, children }: Props) {
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: DragEvent) => !isOff && event.dataTransfer.types.includes("Files");
  return (
    <div
      className={`space-y-5 rounded-md outline-offset-8 ${isOver ? "outline-3 outline-season outline-dashed" : ""}`}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
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
