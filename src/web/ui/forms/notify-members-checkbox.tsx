import { useClub } from "#web/api/club.ts";

type Props = { isTicked: boolean; onTick: (isTicked: boolean) => void; text?: string; detail?: string };

export function NotifyMembersCheckbox({
  isTicked,
  onTick,
  text = "Tell the members",
  detail = "by email, with an updated calendar file",
}: Props) {
  const { mailOn } = useClub();
  if (!mailOn) return null;
  return (
    <label className="flex min-h-touch items-center gap-3">
      <input
        type="checkbox"
        className="size-6 shrink-0"
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
      />
      <span>
        {text} <span className="text-sm text-ink-soft">{detail}</span>
      </span>
    </label>
  );
}
