import { useId, useState } from "react";
import { Link } from "react-router";
import { type QueuedReport, type QueuedReports, takeReports } from "#contract/office.ts";
import { callByItself } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { ReportDetails } from "./report-list.tsx";

/** Another item that is decided alike: its id, its member's name, and its report. */
export type Alike = { id: string; name: string; report: string };
type Named = { id: string; name: string };

/** The other open reports of an item's only reporter in the same words; none of an urgent item, which is read alone. */
function alikeOf({ reports, urgent }: QueuedReports): { reporter: string; others: readonly Named[] } | null {
  const [report, ...more] = reports;
  if (urgent || !report?.reporter || more.length > 0) return null;
  const { id, same_words: same } = report.reporter;
  return same.others.length === 0 ? null : { reporter: id, others: same.others };
}

/** The report of an item that is like another one; undefined if the item has others too, and is decided by itself. */
function onlyReport({ reports, urgent }: QueuedReports, reporter: string): QueuedReport | undefined {
  const [report, ...more] = reports;
  return report?.reporter?.id === reporter && more.length === 0 && !urgent ? report : undefined;
}

type Props = { item: QueuedReports; chosen: readonly Alike[]; onChange(chosen: Alike[]): void };

/**
 * Offers to decide several reports of one reporter alike, as one decision for each: their items are taken for the user,
 * and each can be ticked once it was read.
 */
export function AlikeReports({ item, chosen, onChange }: Props) {
  const t = useTexts("staff");
  const [loaded, setLoaded] = useState<ReadonlyMap<string, QueuedReports> | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const alike = alikeOf(item);
  if (alike === null) return null;
  const { reporter, others } = alike;
  const open = async () => {
    setPending(true);
    setFailure(null);
    const items = new Map<string, QueuedReports>();
    try {
      for (const { id } of others) {
        const page = await callByItself(takeReports, { body: { count: 1, first: id } });
        const other = page.items.find((each) => each.id === id);
        if (other) items.set(id, other);
      }
      setLoaded(items);
    } catch (error) {
      setFailure(toFailure(error));
    }
    setPending(false);
  };
  if (loaded === null) {
    return (
      <div className="mt-4">
        <FormError failure={failure} />
        <Button look="outline" pending={pending} onClick={() => void open()}>
          {t("alike.open", { count: others.length + 1 })}
        </Button>
      </div>
    );
  }
  return (
    <fieldset className="mt-5 border-line border-t pt-4">
      <legend className="sr-only">{t("alike.open", { count: others.length + 1 })}</legend>
      <p aria-hidden className="font-semibold">
        {t("alike.open", { count: others.length + 1 })}
      </p>
      <p className="text-muted text-sm">{t("alike.note")}</p>
      <ul>
        {others.map((other) => {
          const report = loaded.get(other.id) && onlyReport(loaded.get(other.id) as QueuedReports, reporter);
          return (
            <li key={other.id} className="border-line border-b py-3 last:border-b-0">
              {report === undefined ? (
                <p>
                  <Link to={`/staff/queue/reports?item=${other.id}`} className="link inline-block py-1.5">
                    {other.name}
                  </Link>{" "}
                  {t(loaded.has(other.id) ? "alike.more" : "alike.gone")}
                </p>
              ) : (
                <AlikeReport
                  other={other}
                  report={report}
                  checked={chosen.some(({ id }) => id === other.id)}
                  onCheck={(isChosen) =>
                    onChange([
                      ...chosen.filter(({ id }) => id !== other.id),
                      ...(isChosen ? [{ ...other, report: report.id }] : []),
                    ])
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

type AlikeProps = { other: Named; report: QueuedReport; checked: boolean; onCheck(isChosen: boolean): void };

/** One of them, with what was reported: a chat has to be opened before it can be ticked. */
function AlikeReport({ other, report, checked, onCheck }: AlikeProps) {
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const [isRead, setRead] = useState(!report.has_chat);
  const hint = useId();
  return (
    <>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-primary"
          disabled={!isRead}
          aria-describedby={isRead ? undefined : hint}
          checked={checked}
          onChange={({ target }) => onCheck(target.checked)}
        />
        {other.name} · {moderation(`reasons.${report.reason}`)}
      </label>
      {isRead ? null : (
        <p id={hint} className="text-muted text-sm">
          {t("alike.read_first")}
        </p>
      )}
      <ReportDetails report={report} name={other.name} onChatOpened={() => setRead(true)} />
    </>
  );
}
