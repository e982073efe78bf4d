import type { QueuedReports } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Chip } from "#web/ui/chip.tsx";
import { PersonLine, StatusChip } from "./person-line.tsx";

/** The member that reports are about: photo, age, text, what stands against them, and what was decided before. */
export function ReportedMember({ item }: { item: QueuedReports }) {
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  const texts = useTexts("decisions");
  const format = useFormat();
  const { id, member, about, site, since, urgent, decisions } = item;
  const shown = member ?? { id, name: t("queue.no_member"), fictional: false };
  const { muted_until: muted = null, suspended_until: suspended = null } = about ?? {};
  return (
    <div className="flex flex-wrap gap-4">
      {about === null || about.photo === null ? null : (
        <img
          key={id}
          src={about.photo}
          alt={t("queue.photo_of", { name: shown.name })}
          width={240}
          height={300}
          className="aspect-4/5 w-28 shrink-0 rounded-md bg-surface object-cover md:w-40"
        />
      )}
      <div className="min-w-0 flex-[1_1_11rem]">
        <PersonLine
          member={shown}
          {...(about && { age: about.age })}
          site={site}
          since={since}
          linked={member !== null}
        />
        <p className="mt-2 flex flex-wrap gap-2">
          {urgent ? <Chip tone="warning">{t("reports.urgent")}</Chip> : null}
          {about === null ? null : <StatusChip status={about.status} />}
          {suspended === null ? null : <Chip tone="warning">{texts("until", { date: format.date(suspended) })}</Chip>}
          {muted === null ? null : <Chip tone="warning">{file("muted", { date: format.date(muted) })}</Chip>}
        </p>
        {about === null ? null : (
          <p className="mt-2 text-muted text-sm">
            {file("fact.joined")} · {format.date(about.joined)}
          </p>
        )}
        {about === null || about.about_me === "" ? null : (
          <p className="mt-2 line-clamp-4 whitespace-pre-line break-words">{about.about_me}</p>
        )}
      </div>
      {decisions.length === 0 ? null : (
        <section aria-labelledby="earlier-decisions" className="w-full">
          <h2 id="earlier-decisions" className="font-semibold">
            {t("reports.decisions")}
          </h2>
          <ul className="mt-1 grid gap-1">
            {decisions.map(({ id: key, decision, ground, at, until, in_force: inForce }) => (
              <li key={key} className="text-sm">
                {texts(`kind.${decision}`)} {ground === null ? null : `${texts(`ground.${ground}`)}.`}{" "}
                <span className="text-muted">
                  {format.date(at)}
                  {until === null ? null : ` · ${texts("until", { date: format.date(until) })}`}
                </span>{" "}
                {inForce ? <Chip tone="warning">{t("reports.in_force")}</Chip> : null}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
