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
  refund_ordered: { icon: Undo2, tone: "warning" },
  partly_refunded: { icon: Undo2, tone: "plain" },
  refunded: { icon: Undo2, tone: "plain" },
} as const;

/** The status of a payment, or how much of its money went back to the buyer; a refund may still have to be sent. */
export function outcomeOf({ status, amount, refunded, refunded_at, charged_back }: Payment): keyof typeof looks {
  const returned = refunded + charged_back;
  if (returned === 0) return status;
  if (refunded > 0 && refunded_at === null && charged_back < amount) return "refund_ordered";
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
