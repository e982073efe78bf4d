import type { QueuedReports } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

/** What an urgent report begins with: its own words, else those that it is about, such as a message. */
function firstLine({ text, message }: QueuedReports["reports"][number]): string {
  const words = [text, message ?? ""].find((each) => each.trim() !== "") ?? "";
  return words.trim().split("\n")[0] ?? "";
}

type Props = { items: readonly QueuedReports[]; onChoose(id: string): void };

/** The urgent reports behind the one that is shown: staff choose which comes first, as a joke can be the oldest one. */
export function UrgentReports({ items, onChoose }: Props) {
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const format = useFormat();
  if (items.length === 0) return null;
  return (
    <section className="mb-4 rounded-md bg-danger-tint p-4">
      <h2 className="font-semibold">{t("queue.urgent_others")}</h2>
      <ul>
        {items.map(({ id, member, since, reports: [report] }) => (
          <li key={id}>
            <button type="button" className="link w-full py-1.5 text-start" onClick={() => onChoose(id)}>
              <span className="line-clamp-2">
                {member?.name ?? t("queue.no_member")}
                {report === undefined ? null : ` · ${moderation(`reasons.${report.reason}`)}`} · {format.ago(since)}
                {report === undefined || firstLine(report) === "" ? null : `: ${firstLine(report)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
