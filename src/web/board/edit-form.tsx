import { POST_MAX_LENGTH } from "#contract/limits.ts";
import type { Post } from "#contract/posts.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

/** Edits the member's own post, keeping the text if saving fails. */
export function EditForm({ post, onClose }: { post: Post; onClose: () => void }) {
  const save = useCall("PATCH /api/posts/:id", {
    failed: "Your change wasn't saved. Please try again.",
    onDone: onClose,
  });
  const form = useForm({
    base: { content: post.content },
    unsaved: [`post ${post.id}`, "your post"],
    onSubmit: ({ content }) => {
      if (content.trim() !== "") save.mutate({ params: { id: post.id }, body: { content: content.trim() } });
    },
  });
  return (
    <form {...form.formProps} className="mt-1.5">
      <Field
        label="Your item"
        isLabelHidden
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
        autoFocus
        required
        dir="auto"
        limit={POST_MAX_LENGTH}
        enterKeyHint="done"
        autoComplete="off"
        {...form.field("content")}
        onKeyDown={({ key }) => key === "Escape" && onClose()}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save"}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
