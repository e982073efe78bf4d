import { CircleCheck, CircleX, Clock3, TimerOff, Undo2 } from "lucide-react";
import type { Payment } from "#contract/payments.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Chip } from "#web/ui/chip.tsx";

const looks = {
  open: { icon: Clock3, tone: "plain" },
  pending: { icon: Clock3, tone: "warning" },
  completed: { icon: CircleCheck, tone: "good" },
  failed: { icon: CircleX, tone: "plain" },
  cancelled: { icon: CircleX, tone: "plain" },
  expired: { icon: TimerOff, tone: "plain" },
  partly_refunded: { icon: Undo2, tone: "plain" },
  refunded: { icon: Undo2, tone: "plain" },
} as const;

/** The status of a payment, or how much of its money went back to the buyer. */
export function outcomeOf({ status, amount, refunded, charged_back }: Payment): keyof typeof looks {
  const returned = refunded + charged_back;
  if (returned === 0) return status;
  return returned < amount ? "partly_refunded" : "refunded";
}

export function StatusChip({ payment }: { payment: Payment }) {
  const t = useTexts("payments");
  const status = outcomeOf(payment);
  const { icon: Icon, tone } = looks[status];
  return (
    <Chip tone={tone} icon={<Icon aria-hidden className="size-4" />}>
      {t(`status.${status}`)}
    </Chip>
  );
}
