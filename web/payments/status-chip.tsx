import { CircleCheck, CircleX, Clock3 } from "lucide-react";
import type { Payment } from "#contract/payments.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Chip } from "#web/ui/chip.tsx";

const looks = {
  open: { icon: Clock3, tone: "plain" },
  pending: { icon: Clock3, tone: "warning" },
  completed: { icon: CircleCheck, tone: "good" },
  failed: { icon: CircleX, tone: "plain" },
  cancelled: { icon: CircleX, tone: "plain" },
} as const;

export function StatusChip({ status }: { status: Payment["status"] }) {
  const t = useTexts("payments");
  const { icon: Icon, tone } = looks[status];
  return (
    <Chip tone={tone} icon={<Icon aria-hidden className="size-4" />}>
      {t(`status.${status}`)}
    </Chip>
  );
}
