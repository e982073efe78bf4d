import type { QueueState } from "#contract/office.ts";
import { isOverdue } from "#contract/queue-late.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { TableCard } from "./data-table.tsx";

const hourSeconds = 3600;

type Props = {
  queues: readonly QueueState[];
  /** When it was counted. */
  at: string;
  /** Whose queues they are, on a page that shows those of several installations. */
  of?: string;
};

/** What waits for staff, how long it has waited, and how long it may. */
export function Waiting({ queues, at, of }: Props) {
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
      name={of === undefined ? t("name.queues") : `${of}: ${t("name.queues")}`}
      means={of === undefined ? t("means.queues") : undefined}
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
