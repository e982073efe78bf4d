import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { type QueueName, queueNames } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useTimeout } from "#web/lib/use-timer.ts";
import { heldSeconds } from "./use-queue.ts";

/** What a link of a queue tells the page that it leads to. */
export type FromQueue = { queue?: QueueName };

/** The queue whose next step brought staff here. */
function useFromQueue(): QueueName | undefined {
  // the server does not have the history's state
  const isHydrated = useHydrated();
  const from = (useLocation().state as FromQueue | null)?.queue;
  return queueNames.find((name) => isHydrated && name === from);
}

/** Says that a decision of the queue that staff come from is held, and loads the page once it has taken effect. */
export function HeldDecision() {
  const t = useTexts("staff-members");
  const { revalidate } = useRevalidator();
  const [isOver, setOver] = useState(false);
  const isHeld = useFromQueue() !== undefined && !isOver;
  useTimeout(
    () => {
      setOver(true);
      void revalidate();
    },
    isHeld ? heldSeconds * 1000 : null,
  );
  return (
    <p role="status" className="mb-3 empty:hidden">
      {isHeld ? t("held") : null}
    </p>
  );
}

/** Leads back to the queue whose next step brought staff here; nothing if none did. */
export function BackToQueue() {
  const t = useTexts("staff");
  const queue = useFromQueue();
  if (queue === undefined) return null;
  return (
    <Link to={`/staff/queue/${queue}`} className="link inline-flex items-center gap-1.5 py-2.5 font-semibold">
      <ArrowLeft aria-hidden className="size-4" />
      {t(`queues.${queue}`)}
    </Link>
  );
}
