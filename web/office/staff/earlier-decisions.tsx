import { decisionText } from "#contract/decision-text.ts";
import type { EarlierDecision } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Section } from "#web/ui/section.tsx";

/** What was decided before about the member of an item: what is in force, and what was reversed. */
export function EarlierDecisions({ decisions }: { decisions: readonly EarlierDecision[] }) {
  const t = useTexts("staff");
  const texts = useTexts("decisions");
  const format = useFormat();
  if (decisions.length === 0) return <p className="w-full text-muted text-sm">{t("reports.no_decisions")}</p>;
  return (
    <Section title={t("reports.decisions")} heading="font-semibold" className="w-full">
      <ul className="mt-1 grid gap-1">
        {decisions.map(({ id, decision, ground, at, until, in_force: inForce, overturned }) => (
          <li key={id} className="text-sm">
            {texts(decisionText(decision, ground))} {ground === null ? null : `${texts(`ground.${ground}`)}.`}{" "}
            <span className="text-muted">
              {format.date(at)}
              {until === null ? null : ` · ${texts("until", { date: format.date(until) })}`}
            </span>{" "}
            {inForce ? <Chip tone="warning">{t("reports.in_force")}</Chip> : null}
            {overturned ? <Chip>{t("reports.overturned")}</Chip> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
