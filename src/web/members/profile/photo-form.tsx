import { Camera, Trash2 } from "lucide-react";

import { IMAGE_MAX_BYTES } from "#contract/limits.ts";
import type { User } from "#contract/users.ts";
import { fetchUser } from "#web/api/auth.ts";
import { call } from "#web/api/call.ts";
import { PHOTO_TYPES, sendPhoto } from "#web/api/profile.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { Avatar } from "#web/ui/images/avatar.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { useSavedUser } from "./use-saved-user.ts";

export function PhotoForm({ user }: { user: User }) {
  const send = useSavedUser({
    mutationFn: (photo: File) => sendPhoto(photo).then(fetchUser),
    done: "Your photo has been saved",
    failed: "Failed to save your photo. Please try again.",
  });
  const remove = useSavedUser({
    mutationFn: () => call("DELETE /api/profile/photo").then(fetchUser),
    done: "Your photo has been removed",
    failed: "Failed to remove your photo. Please try again.",
  });
  return (
    <Card title="Your photo">
      <div className="flex flex-wrap items-center gap-5">
        <Avatar name={user.displayName} photoURL={user.photoURL} className="size-24" />
        <div className="min-w-[min(13rem,100%)] flex-1 space-y-3">
          <div className="flex flex-wrap gap-2">
            <FileButton
              label="Photo file"
              accept={PHOTO_TYPES}
              icon={Camera}
              // Not disabled while removing, when that button disappears and this one gets the focus.
              disabled={send.isPending}
              onPick={(photo) => send.mutate(photo)}
            >
              {send.isPending ? "Saving..." : user.photoURL ? "Replace photo" : "Choose a photo"}
            </FileButton>
            {user.photoURL && (
              <Button icon={Trash2} disabled={send.isPending || remove.isPending} onClick={() => remove.mutate()}>
                Remove photo
              </Button>
            )}
          </div>
          <p className="text-sm text-ink-soft">
            JPEG, PNG, WebP or GIF, up to {IMAGE_MAX_BYTES / 1024 / 1024}&nbsp;MB. We don't keep where or when it was
            taken. Without a photo, your initials are shown.
          </p>
        </div>
      </div>
    </Card>
  );
}
