import type { AccountStatus } from "#contract/sanctions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Chip } from "#web/ui/chip.tsx";

/** The state of a member's account. */
export function StatusChip({ status }: { status: AccountStatus }) {
  const t = useTexts("staff-members");
  return <Chip tone={status === "active" ? "good" : "warning"}>{t(`status.${status}`)}</Chip>;
}
