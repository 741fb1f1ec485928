import { BookMarked } from "lucide-react";

import { Disclosure } from "#web/ui/disclosure.tsx";

const READERS = [
  {
    name: "Kindle",
    steps: [
      "Download the eBook to your computer.",
      "Connect your Kindle to the computer by USB.",
      "Open the Kindle's drive and copy the file into its Documents folder.",
      "Eject the Kindle and look in your library. If the book is not there, your model wants it converted: send the same file with Amazon's Send to Kindle.",
    ],
  },
  {
    name: "Apple Books",
    steps: [
      "Download the eBook on your iPhone, iPad or Mac.",
      "Tap the download, or double-click it on a Mac.",
      "Choose to open it in Books: it is added to your library.",
    ],
  },
  {
    name: "Google Play Books",
    steps: [
      "Download the eBook to your device.",
      "Open Google Play Books in a browser and go to your library.",
      "Choose Upload files and pick the downloaded file.",
      "After a few minutes it is in the app on each of your devices.",
    ],
  },
];

/** 'eReader Instructions', open by default (SPEC 2). */
export function EreaderInstructions() {
  return (
    <Disclosure
      title="eReader Instructions"
      defaultOpen
      icon={<BookMarked aria-hidden="true" className="size-5 text-season" />}
    >
      <div className="grid gap-8 md:grid-cols-3">
        {READERS.map(({ name, steps }) => (
          <section key={name}>
            <h2 className="mb-3 text-lg">{name}</h2>
            <ol className="list-decimal space-y-2 pl-5 text-sm marker:font-semibold marker:text-season">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Disclosure>
  );
}
