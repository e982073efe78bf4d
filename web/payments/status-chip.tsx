import { CircleCheck, CircleX, Clock3, TimerOff, Undo2 } from "lucide-react";
import { type PaymentState, paymentState } from "#contract/payment-state.ts";
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
  partly_charged_back: { icon: Undo2, tone: "warning" },
  charged_back: { icon: Undo2, tone: "warning" },
} as const satisfies Record<PaymentState, unknown>;

/** The state of a payment as its buyer reads it: a completed one may have gone back. */
export const outcomeOf = (payment: Payment): PaymentState =>
  paymentState({ ...payment, refunding: payment.refunded > 0 && payment.refunded_at === null });

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
