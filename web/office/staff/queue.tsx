import { data, useSearchParams } from "react-router";
import { queueNames } from "#contract/office.ts";
import { getStaff } from "#contract/staff.ts";
import type { Route } from "./+types/queue.ts";
import { loadQueues } from "./load-queue.ts";
import { loadStaff } from "./load-staff.ts";
import { queueScreens } from "./queues.tsx";

export async function loader({ context, params: { queue } }: Route.LoaderArgs) {
  const name = queueNames.find((each) => each === queue);
  if (name === undefined) throw data({ message: "" }, { status: 404 });
  const [queues, { staff }] = await Promise.all([loadQueues(context, name), loadStaff(context, getStaff)]);
  return { name, queues, role: staff?.role ?? null };
}

type Params = { queue?: string };

/** A queue is not loaded again while staff work through it. */
export const shouldRevalidate = ({ currentParams, nextParams }: { currentParams: Params; nextParams: Params }) =>
  currentParams.queue !== nextParams.queue;

/** The screen of each queue of the back office. */
export default function QueueRoute({ loaderData: { name, queues, role } }: Route.ComponentProps) {
  const QueueScreen = queueScreens[name];
  // a link to another item of the queue begins anew with that item
  const item = useSearchParams()[0].get("item") ?? "";
  return <QueueScreen key={`${name} ${item}`} name={name} queues={queues} role={role} />;
}
