import { useState } from "react";
import { startPayment } from "#contract/payments.ts";
import type { CallInput } from "#web/lib/api.ts";
import { navigateTo } from "#web/lib/navigate-to.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useEvents } from "#web/lib/use-events.ts";

/** Orders, and leads to the checkout or the outcome. If the price has changed, it loads the page anew instead. */
export function useOrder() {
  const { refresh } = useSession();
  const { run, pending, failure } = useCall(startPayment, ({ code }) => code === "price_changed" && refresh());
  const [leaving, setLeaving] = useIsLeaving();
  const order = async (body: CallInput<typeof startPayment>["body"]) => {
    const answer = await run({ body });
    if (answer === null) return;
    navigateTo(answer.checkout_url);
    setLeaving(true);
  };
  return { order, pending: pending || leaving, failure };
}

/** Whether the browser goes to the checkout; false again if the buyer comes back by the Back button. */
function useIsLeaving() {
  const [leaving, setLeaving] = useState(false);
  useEvents("pageshow", ({ persisted }) => persisted && setLeaving(false));
  return [leaving, setLeaving] as const;
}
