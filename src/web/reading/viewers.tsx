import { DialogPanel } from "@headlessui/react";
import { X } from "lucide-react";
import type { ReactNode } from "react";

import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { Modal } from "#web/ui/layout/modal.tsx";

import { LARGE_PARTS } from "./view/fit-to-page.ts";

export function ImageViewer({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) {
  return (
    <Viewer label="picture" name={alt || "Picture"} onClose={onClose}>
      <img src={src} alt={alt} className="size-full object-contain" />
    </Viewer>
  );
}

type PartViewerProps = { url: string; index: number; styles: readonly string[]; onClose: () => void };

/** In a frame, so that the book's markup stays under its own content security policy. */
export function PartViewer({ url, index, styles, onClose }: PartViewerProps) {
  return (
    <Viewer label="table" name="Table or drawing" onClose={onClose}>
      <iframe
        src={url}
        title="Table or drawing"
        sandbox="allow-same-origin"
        className="size-full bg-page"
        onLoad={({ currentTarget }) => {
          const doc = currentTarget.contentDocument;
          if (doc) showAlone(doc, index, styles);
        }}
      />
    </Viewer>
  );
}

type ViewerProps = { label: string; name: string; onClose: () => void; children: ReactNode };

function Viewer({ label, name, onClose, children }: ViewerProps) {
  return (
    <Modal onClose={onClose} aria-label={name}>
      <div className="fixed inset-0 bg-sunk">
        <DialogPanel className="size-full overflow-auto">
          {children}
          <IconButton
            label={`Close the ${label}`}
            icon={X}
            onClick={onClose}
            className="fixed! top-3 right-3 bg-sheet shadow-lifted"
          />
        </DialogPanel>
      </div>
    </Modal>
  );
}

function showAlone(doc: Document, index: number, [before = "", after = ""]: readonly string[]): void {
  const part = doc.querySelectorAll<HTMLElement | SVGElement>(LARGE_PARTS)[index];
  if (!part) return;
  const [first, last] = [doc.createElement("style"), doc.createElement("style")];
  [first.textContent, last.textContent] = [before, after];
  doc.head.prepend(first);
  doc.head.append(last);
  doc.body.replaceChildren(part);
  doc.body.style.cssText = "margin: 0; padding: 4rem 1rem 1rem;";
  if (part.localName === "svg") part.style.cssText = "width: 100%; height: auto; min-width: 60rem;";
}
