import { BookMarked, Tablet } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { EREADER_BOOK_MAX_BYTES } from "#contract/limits.ts";
import { mailReason } from "#web/api/failure-reason.ts";
import { useGet } from "#web/api/use-get.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Disclosure } from "#web/ui/layout/disclosure.tsx";
import { Link } from "#web/ui/layout/link.tsx";

/** Emails the eBook, or explains what is missing (BEYOND 8). */
export function SendToEreader({ book }: { book: Book }) {
  const { data: profile } = useGet("GET /api/profile");
  const send = useCall("POST /api/books/:id/send", {
    done: "Sent. It should be on your eReader in a few minutes.",
    failed: "The eBook wasn't sent. Please try again.",
    explain: mailReason,
  });
  if (book.ebookSize === null || !profile) return null;
  const limitMegabytes = EREADER_BOOK_MAX_BYTES / 1024 / 1024;
  if (profile.ereaderEmail === null || !profile.ereaderConfirmed) {
    const [reason, action] =
      profile.ereaderEmail === null
        ? ["Have a Kindle or another eReader?", "Add its email address"]
        : ["Your eReader's address isn't confirmed yet.", "Confirm it"];
    return (
      <p className="mt-2 text-sm text-ink-soft">
        {reason}{" "}
        <Link to="/profile#eReader" className="underline underline-offset-4">
          {action}
        </Link>{" "}
        to send eBooks there.
      </p>
    );
  }
  if (book.ebookSize > EREADER_BOOK_MAX_BYTES)
    return (
      <p className="mt-2 text-sm text-ink-soft">
        This eBook is too large to email to your eReader (at most {limitMegabytes} MB). Download it and copy it over.
      </p>
    );
  return (
    <Button
      className="mt-3 max-sm:w-full"
      icon={Tablet}
      disabled={send.isPending}
      onClick={() => send.mutate({ params: { id: book.id } })}
    >
      {send.isPending ? "Sending..." : "Send to my eReader"}
    </Button>
  );
}

const EREADERS = [
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

/** Open by default (SPEC 2). This device's eReader comes first. */
export function EreaderInstructions() {
  const detectedEreader = detectEreader(navigator.userAgent);
  const sortedEreaders = EREADERS.toSorted(
    (a, b) => Number(b.name === detectedEreader) - Number(a.name === detectedEreader),
  );
  return (
    <Disclosure title="eReader Instructions" defaultOpen icon={BookMarked}>
      <div className="grid grid-cols-1 gap-8 md:grid-cols-3">
        {sortedEreaders.map(({ name, steps }) => (
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

function detectEreader(userAgent: string): string {
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return "Apple Books";
  return userAgent.includes("Android") ? "Google Play Books" : "Kindle";
}
