import { BookMarked } from "lucide-react";

import { Disclosure } from "#web/ui/layout/disclosure.tsx";

const READERS = [
  {
    name: "Kindle",
    steps: [
      "Download the eBook.",
      "Go to amazon.com/sendtokindle in your browser, sign in, and drop the file there. On a phone, share it to the Kindle app instead.",
      "In a few minutes, it'll be in the library on every Kindle you own.",
      "Have an older Kindle and a computer? Connect the Kindle by USB, copy the file into its Documents folder, and eject it.",
    ],
  },
  {
    name: "Apple Books",
    steps: [
      "Download the eBook on your iPhone, iPad or Mac.",
      "Tap the downloaded file, or double-click it on a Mac.",
      "Open it in Books. It's added to your library.",
    ],
  },
  {
    name: "Google Play Books",
    steps: [
      "Download the eBook to your device.",
      "Open Google Play Books in a browser and go to your library.",
      "Choose Upload files and pick the downloaded file.",
      "In a few minutes, it'll be in the app on all your devices.",
    ],
  },
];

/** Open by default (SPEC 2); this device's reader comes first. */
export function EreaderInstructions() {
  const own = ownReader(navigator.userAgent);
  const readers = READERS.toSorted((a, b) => Number(b.name === own) - Number(a.name === own));
  return (
    <Disclosure title="eReader Instructions" defaultOpen icon={BookMarked}>
      <div className="grid grid-cols-1 gap-8 md:grid-cols-3">
        {readers.map(({ name, steps }) => (
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

function ownReader(userAgent: string): string {
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return "Apple Books";
  return userAgent.includes("Android") ? "Google Play Books" : "Kindle";
}
