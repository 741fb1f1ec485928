import { useQueryClient } from "@tanstack/react-query";

import { type Content, Content as ContentSchema, type ContentPatch } from "#contract/content.ts";
import { fieldErrors } from "#web/api/client.ts";
import { changeContent, contentQuery } from "#web/api/content.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { TextArea } from "#web/ui/text-area.tsx";

import { SaveBar } from "../save-bar.tsx";
import { useAct } from "../use-act.ts";
import { useDraft } from "../use-draft.ts";
import { MeetingPreview } from "./meeting-preview.tsx";

/** Welcome message, president's message and the meeting. */
export function ContentForm({ content }: { content: Content }) {
  const queries = useQueryClient();
  const save = useAct<ContentPatch, Content>({
    act: changeContent,
    done: "Content updated successfully",
    failed: "Failed to update content.",
    onDone: (saved, sent) => {
      queries.setQueryData(contentQuery.queryKey, saved);
      draft.settle(sent);
    },
    onFailed: (error) => draft.setRefused(fieldErrors(error)),
  });
  const draft = useDraft({ base: content, schema: ContentSchema, onSubmit: (changes) => save.mutate(changes) });
  useUnsaved("content", "the site content", draft.isDirty);

  return (
    <form {...draft.formProps} className="space-y-6">
      <div className="grid gap-6 lg:grid-cols-2">
        <TextArea
          label="Welcome Message"
          hint="Stands first on the home page. A blank line begins a new paragraph."
          {...draft.field("welcomeMessage")}
        />
        <TextArea
          label="President's Message"
          hint="Shown in the card 'A Message from the Team'."
          {...draft.field("presidentMessage")}
        />
      </div>
      <fieldset>
        <legend className="mb-3 font-title text-lg font-semibold">Meeting</legend>
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field label="Meeting Date" type="date" {...draft.field("meetingDate")} />
          <Field label="Meeting Time" type="time" {...draft.field("meetingTime")} />
          <Field
            label="Meeting Location"
            className="sm:col-span-2"
            autoComplete="off"
            {...draft.field("meetingLocation")}
          />
        </div>
      </fieldset>
      <MeetingPreview content={draft.values} />
      <SaveBar isDirty={draft.isDirty} onRevert={() => draft.revert()}>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save Content"}
        </Button>
      </SaveBar>
    </form>
  );
}
