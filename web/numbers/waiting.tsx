import type { AnswerOf } from "#contract/call.ts";
import type { getNumbers } from "#contract/numbers.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { DataTable } from "./data-table.tsx";

type Answer = AnswerOf<typeof getNumbers>;

/** What waits for staff, and how long it has waited. */
export function Waiting({ queues, at }: Pick<Answer, "queues" | "at">) {
  const t = useTexts("numbers");
  const staff = useTexts("staff");
  const format = useFormat();
  const age = (oldest: string) => format.duration((Date.parse(at) - Date.parse(oldest)) / 1000);
  return (
    <div className="surface-card p-4 md:p-5">
      <h2 className="text-lg">{t("name.queues")}</h2>
      <p className="mt-1 mb-3 text-muted text-sm">{t("means.queues")}</p>
      <DataTable
        caption={t("name.queues")}
        columns={[
          { name: t("queue.name") },
          { name: t("queue.waiting"), number: true },
          { name: t("queue.oldest"), number: true },
        ]}
        rows={queues.map(({ name, waiting, oldest }) => ({
          key: name,
          cells: [staff(`queues.${name}`), format.number(waiting), oldest === null ? "–" : age(oldest)],
        }))}
      />
    </div>
  );
}
