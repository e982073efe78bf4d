import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { getPayment, type Payment } from "#contract/payments.ts";
import { call } from "#web/lib/call.ts";
import { refreshLive, userQuery } from "#web/lib/live-queries.ts";
import { useSession } from "#web/lib/root-data.ts";
import { findPollDelayMs, isSettled } from "./polling.ts";

/** A payment, polled until its outcome is known; once it is completed, credits and premium are fetched too. */
export function usePayment(loaded: Payment): Payment {
  const client = useQueryClient();
  const { refresh } = useSession();
  const id = loaded.payment_id;
  const { data: payment } = useQuery({
    queryKey: ["payment", id],
    queryFn: async ({ signal }) => {
      const { payment } = await call(getPayment, { query: { id }, signal });
      // the page that says "added" also shows the balance, so the balance is fetched first
      if (payment.status === "completed") await client.fetchQuery(userQuery).catch(() => undefined);
      return payment;
    },
    initialData: loaded,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data && isSettled(data.status) ? false : findPollDelayMs(dataUpdateCount + errorUpdateCount),
  });

  const completed = payment.status === "completed";
  const refreshed = useRef(false);
  useEffect(() => {
    if (!completed || refreshed.current) return;
    refreshed.current = true;
    refreshLive(client, "user");
    void refresh();
  }, [client, completed, refresh]);
  return payment;
}
