import type { RouterContextProvider } from "react-router";
import { getQueues, type QueueName } from "#contract/office.ts";
import { loadStaff } from "./load-staff.ts";

/**
 * For the loader of a queue's page: how many items wait. It throws the call's 403 unless the caller's role works on
 * this queue. The page claims items once it is open, because loading a page must change nothing.
 */
export async function loadQueueLength(context: Readonly<RouterContextProvider>, name: QueueName): Promise<number> {
  const { queues } = await loadStaff(context, getQueues, { query: { queue: name } });
  return queues[0]?.waiting ?? 0;
}
