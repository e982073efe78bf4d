import { ArrowLeft } from "lucide-react";
import { Link, useLocation } from "react-router";
import { type QueueName, queueNames } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";

/** What a link of a queue tells the page that it leads to. */
export type FromQueue = { queue?: QueueName };

/** Leads back to the queue whose next step brought staff here; nothing if none did. */
export function BackToQueue() {
  const t = useTexts("staff");
  // the server does not have the history's state
  const isHydrated = useHydrated();
  const from = (useLocation().state as FromQueue | null)?.queue;
  const queue = queueNames.find((name) => isHydrated && name === from);
  if (queue === undefined) return null;
  return (
    <Link to={`/staff/queue/${queue}`} className="link inline-flex items-center gap-1.5 py-2.5 font-semibold">
      <ArrowLeft aria-hidden className="size-4" />
      {t(`queues.${queue}`)}
    </Link>
  );
}
