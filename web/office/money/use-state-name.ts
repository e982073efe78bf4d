import type { PaymentState } from "#contract/payment-state.ts";
import { paymentStatuses } from "#contract/payments.ts";
import { useTexts } from "#web/lib/texts.tsx";

type Status = (typeof paymentStatuses)[number];
const isStatus = (state: PaymentState): state is Status => paymentStatuses.some((each) => each === state);

/** The state of a payment in words, as staff read it. */
export function useStateName(): (state: PaymentState) => string {
  const t = useTexts("money");
  const words = useTexts("payments");
  return (state) => (isStatus(state) ? words(`status.${state}`) : t(`state.${state}`));
}
