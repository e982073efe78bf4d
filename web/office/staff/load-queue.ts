import type { RouterContextProvider } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { getQueues, type QueueName } from "#contract/office.ts";
import { loadStaff } from "./load-staff.ts";

export type Queues = AnswerOf<typeof getQueues>["queues"];

/** Throws the call's 403 unless the role works on it. Claims nothing: loading a page must change nothing. */
export async function loadQueues(context: Readonly<RouterContextProvider>, name: QueueName): Promise<Queues> {
  const { queues } = await loadStaff(context, getQueues);
  if (queues.some((queue) => queue.name === name)) return queues;
  return (await loadStaff(context, getQueues, { query: { queue: name } })).queues;
}
