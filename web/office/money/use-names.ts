import type { PaymentState } from "#contract/payment-state.ts";
import { paymentStatuses } from "#contract/payments.ts";
import { useTexts } from "#web/lib/texts.tsx";

type Status = (typeof paymentStatuses)[number];
const isStatus = (state: PaymentState): state is Status => paymentStatuses.some((each) => each === state);

export function useStateName(): (state: PaymentState) => string {
  const t = useTexts("money");
  const words = useTexts("payments");
  return (state) => (isStatus(state) ? words(`status.${state}`) : t(`state.${state}`));
}

/** Names payment methods. One that has no name, of a provider's own, is shown by its code. */
export function useMethodName(): (code: string | null) => string {
  const t = useTexts("money");
  const payments = useTexts("payments");
  const names: Record<string, string> = {
    bancontact: payments("methods.bancontact"),
    blik: payments("methods.blik"),
    card: payments("methods.card"),
    eps: payments("methods.eps"),
    ideal: payments("methods.ideal"),
    paypal: payments("methods.paypal"),
    przelewy24: payments("methods.przelewy24"),
    sepa: payments("methods.sepa"),
  };
  return (code) => (code === null || code === "" ? t("unknown") : (names[code] ?? code));
}

export const namedMethods = ["bancontact", "blik", "card", "eps", "ideal", "paypal", "przelewy24", "sepa"] as const;
