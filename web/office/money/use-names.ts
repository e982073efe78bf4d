import type { PaymentState } from "#contract/payment-state.ts";
import { paymentStatuses } from "#contract/payments.ts";
import { transactionKinds } from "#contract/transactions.ts";
import { useMethodName as useName } from "#web/credits/method-name.ts";
import { useTexts } from "#web/lib/texts.tsx";

type Status = (typeof paymentStatuses)[number];
const isStatus = (state: PaymentState): state is Status => paymentStatuses.some((each) => each === state);

export function useStateName(): (state: PaymentState) => string {
  const t = useTexts("money");
  const words = useTexts("payments");
  return (state) => (isStatus(state) ? words(`status.${state}`) : t(`state.${state}`));
}

/** Names why credits changed; a cause without a name is shown by its code. */
export function useCauseName(): (cause: string) => string {
  const t = useTexts("transactions");
  return (cause) => {
    const kind = transactionKinds.find((each) => each === cause);
    return kind === undefined ? cause : t(`kinds.${kind}`);
  };
}

/** Names payment methods. One that has no name, of a provider's own, is shown by its code. */
export function useMethodName(): (code: string | null) => string {
  const t = useTexts("money");
  const nameOf = useName();
  return (code) => (code === null || code === "" ? t("unknown") : nameOf(code));
}
