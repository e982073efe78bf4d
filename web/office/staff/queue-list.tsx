import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { QueueState } from "#contract/office.ts";
import { isOverdue } from "#contract/queue-late.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

const hourSeconds = 3600;

/** How long the oldest item waits, marked if that is longer than the queue's target time. */
function Waiting({ queue }: { queue: QueueState }) {
  const { waiting, oldest, target_hours: hours } = queue;
  const t = useTexts("staff");
  const format = useFormat();
  if (oldest === null) return <span className="text-muted">{t("queue.nothing")}</span>;
  return (
    <span className="text-muted" suppressHydrationWarning>
      {t("queue.oldest", { age: format.ago(oldest) })}
      <span className="sr-only">{t("queue.waiting", { count: waiting })}</span>
      {isOverdue(queue, Date.now()) ? (
        <span className="block font-semibold text-warning-ink">
          {t("queue.late", { time: format.duration(hours * hourSeconds) })}
        </span>
      ) : null}
    </span>
  );
}

/** The queues that the role works on, with how many wait and how long. */
export function QueueList({ queues }: { queues: readonly QueueState[] }) {
  const t = useTexts("staff");
  const format = useFormat();
  return (
    <nav aria-labelledby="staff-queues" className="surface-card mb-5 p-5 md:p-6">
      <h2 id="staff-queues" className="mb-2 text-xl">
        {t("queue.title")}
      </h2>
      <ul>
        {queues.map((queue) => (
          <li key={queue.name} className="border-line border-b last:border-b-0">
            <Link to={`/staff/queue/${queue.name}`} className="flex min-h-14 items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t(`queues.${queue.name}`)}</span>
                <Waiting queue={queue} />
              </span>
              {queue.waiting > 0 ? (
                <span aria-hidden className="font-semibold text-lg tabular-nums">
                  {format.number(queue.waiting)}
                </span>
              ) : null}
              <ChevronRight aria-hidden className="size-5 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
