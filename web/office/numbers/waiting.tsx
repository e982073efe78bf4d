import type { QueueState } from "#contract/office.ts";
import { isOverdue } from "#contract/queue-late.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { TableCard } from "./data-table.tsx";

const hourSeconds = 3600;

/** What waits for staff, how long it has waited, and how long it may. `at` is when it was counted. */
export function Waiting({ queues, at }: { queues: readonly QueueState[]; at: string }) {
  const t = useTexts("numbers");
  const staff = useTexts("staff");
  const format = useFormat();
  const age = (oldest: string) => format.duration((Date.parse(at) - Date.parse(oldest)) / 1000);
  const waited = (queue: QueueState) =>
    queue.oldest === null ? (
      "–"
    ) : isOverdue(queue, Date.parse(at)) ? (
      <>
        <span className="text-nowrap">{age(queue.oldest)}</span>
        <span className="block font-semibold text-warning-ink">{t("queue.late")}</span>
      </>
    ) : (
      age(queue.oldest)
    );
  return (
    <TableCard
      name={t("name.queues")}
      means={t("means.queues")}
      rows={queues}
      keyOf={({ name }) => name}
      columns={[
        { name: t("queue.name"), cell: ({ name }) => staff(`queues.${name}`) },
        { name: t("queue.waiting"), number: true, cell: ({ waiting }) => format.number(waiting) },
        { name: t("queue.oldest"), number: true, cell: waited },
        {
          name: t("queue.target"),
          number: true,
          cell: ({ target_hours: hours }) => format.duration(hours * hourSeconds),
        },
      ]}
    />
  );
}
