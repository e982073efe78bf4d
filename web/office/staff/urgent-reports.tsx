import type { QueuedReports } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

/** What an urgent report begins with: its own words, else those that it is about, such as a message. */
function firstLine({ text, message }: QueuedReports["reports"][number]): string {
  const words = [text, message ?? ""].find((each) => each.trim() !== "") ?? "";
  return words.trim().split("\n")[0] ?? "";
}

type Props = { items: readonly QueuedReports[]; onChoose(id: string): void };

/**
 * The urgent reports behind the one that is shown: staff choose which comes first, as a joke can be the oldest one.
 * They stand side by side in one row, so that the reported message of the one that is shown needs no scrolling.
 */
export function UrgentReports({ items, onChoose }: Props) {
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const format = useFormat();
  if (items.length === 0) return null;
  return (
    <section className="mb-4">
      <h2 className="mb-1 font-semibold text-sm">{t("queue.urgent_others")}</h2>
      <ul className="urgent-reports">
        {items.map(({ id, member, since, reports: [report] }) => (
          <li key={id}>
            <button
              type="button"
              className="size-full rounded-md bg-danger-tint p-2 text-start"
              onClick={() => onChoose(id)}
            >
              <span className="block truncate text-sm">
                <span className="link">{member?.name ?? t("queue.no_member")}</span>
                {report === undefined ? null : ` · ${moderation(`reasons.${report.reason}`)}`} · {format.ago(since)}
              </span>
              {report === undefined || firstLine(report) === "" ? null : (
                <span dir="auto" className="line-clamp-2 break-words text-sm">
                  {firstLine(report)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
