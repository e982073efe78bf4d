import { Link } from "react-router";
import { allHelplinesUrl, helplineOf } from "#contract/helplines.ts";
import type { QueuedReports } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Fact } from "#web/ui/fact.tsx";

/** What to do about an urgent report: numbers to call where the member lives, and what to tell the police. */
export function Danger({ item: { id, member, about, reports } }: { item: QueuedReports }) {
  const t = useTexts("staff");
  const format = useFormat();
  const isDanger = reports.some(({ reason }) => reason === "danger");
  const country = about === null ? null : format.country(about.country);
  const { emergency, lines: crisis = null } = helplineOf(about?.country ?? "");
  return (
    <div className="mb-4 space-y-2 rounded-md bg-danger-tint p-4">
      <p>
        {t("queue.urgent_note")}{" "}
        <Link to="/staff/guide" className="link">
          {t("guide.open")}
        </Link>
      </p>
      {isDanger ? (
        <ul className="list-disc ps-5">
          {country === null ? null : <li>{t("danger.emergency", { country, number: emergency })}</li>}
          {country === null || crisis === null ? null : <li>{t("danger.crisis", { country, number: crisis })}</li>}
          <li>
            <a href={allHelplinesUrl} target="_blank" rel="noreferrer" className="link inline-block py-1">
              {t("danger.all")}
            </a>
          </li>
        </ul>
      ) : null}
      <dl className="grid gap-2 text-sm">
        {reports.map((report) => (
          <Fact key={report.id} term={t("danger.report")} className="break-all">
            {report.id}
          </Fact>
        ))}
        {member === null ? null : (
          <Fact term={t("child.account")} className="break-all">
            {id}
          </Fact>
        )}
      </dl>
    </div>
  );
}
