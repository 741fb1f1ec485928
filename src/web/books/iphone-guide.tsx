import { Smartphone } from "lucide-react";

import { Disclosure } from "#web/ui/layout/disclosure.tsx";

const DIRECT = [
  "Open this page in Safari on your iPhone and tap Download Audiobook.",
  "When Safari asks, tap Download. The arrow next to the address shows the progress.",
  "Open the Files app and go to Downloads.",
  "Tap the audiobook, then the share button, and choose Books.",
  "Apple Books opens and adds it under Library, Audiobooks.",
];

const BY_COMPUTER = [
  "Download the audiobook on your computer.",
  "Open Books on a Mac, or iTunes or Apple Devices on Windows, and drag the file into the library.",
  "Connect your iPhone with its cable, and tap Trust if it asks.",
  "Choose your iPhone, open Audiobooks, select the book and click Sync or Apply.",
  "Find it on your iPhone in Books, under Library, Audiobooks.",
];

export function IphoneGuide() {
  return (
    <Disclosure title="How to Import Audiobooks on iPhone" icon={Smartphone}>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Steps title="Directly on your iPhone" steps={DIRECT} />
        <Steps title="Alternative: using a computer" steps={BY_COMPUTER} />
      </div>
    </Disclosure>
  );
}

function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <div>
      <h3 className="mb-2 text-lg">{title}</h3>
      <ol className="list-decimal space-y-1.5 pl-5 marker:font-semibold marker:text-season">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
