import { Download } from "lucide-react";

import { Button, type ButtonStyle } from "#web/ui/forms/button.tsx";
import { DateChoices } from "#web/ui/forms/date-choices.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { NotifyMembersCheckbox } from "#web/ui/forms/notify-members-checkbox.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { Disclosure, Fold } from "#web/ui/layout/disclosure.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { JoinLink } from "#web/ui/text/join-link.tsx";
import { LibraryLinks } from "#web/ui/text/library-links.tsx";
import { ShareButton } from "#web/ui/text/share-button.tsx";

const LOOKS: ButtonStyle[] = ["primary", "season", "quiet", "plain", "caution", "danger"];
const DATES = [
  { id: 1, date: "2026-12-16", time: "19:00" },
  { id: 2, date: "2026-12-17", time: "19:30" },
];

export function ControlSamples() {
  return (
    <div className="space-y-6">
      {LOOKS.map((variant) => (
        <div key={variant} className="flex flex-wrap gap-3">
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} icon={Download}>
            With icon
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </div>
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordField label="A password" defaultValue="wine and cheese" />
        <Field label="At rest" placeholder="Placeholder" />
        <Field label="With a hint" hint="A word of help" defaultValue="Filled in" />
        <Field label="Wrong" error="Invalid email address" defaultValue="nora@" />
        <Field label="Disabled" disabled defaultValue="Not now" />
        <Select label="Choice" hint="The browser's own list">
          <option>Member</option>
          <option>Admin</option>
        </Select>
        <Select label="Wrong choice" error="Please choose a month">
          <option>January</option>
        </Select>
        <FileButton label="Sample file" accept=".epub" onPick={() => undefined}>
          Choose a file
        </FileButton>
        <FileButton label="Sample file, disabled" accept=".epub" disabled onPick={() => undefined}>
          Not now
        </FileButton>
        <TextArea label="Wrong text" error="At most 5,000 characters" className="sm:col-span-2" />
        <TextArea label="Longer text" hint="Grows with what is typed" className="sm:col-span-2" />
      </div>
      <Tabs
        label="Sample tabs"
        tabs={["First", "Second", "Third"].map((name) => ({ name, panel: <p>{name} panel</p> }))}
      />
      <DateChoices dates={DATES} chosen={[1]} timeZone="America/New_York" onChoose={() => undefined} />
      <LibraryLinks isbn="9780141439587" title="Emma" />
      <NotifyMembersCheckbox isTicked onTick={() => undefined} />
      <div className="flex flex-wrap items-center gap-3">
        <ShareButton text="Emma, by Jane Austen" what="a sample" />
        <JoinLink link="https://meet.example.org/wine" date="" time="" timeZone="America/New_York" />
      </div>
      <Disclosure title="Closed">What was hidden</Disclosure>
      <Disclosure title="Open" defaultOpen>
        What is shown
      </Disclosure>
      <Fold title="Folded in a card">What was folded</Fold>
    </div>
  );
}
