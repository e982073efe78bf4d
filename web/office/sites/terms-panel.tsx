import { Link, useRevalidator } from "react-router";
import { announceTerms, type StaffPages, withdrawTerms } from "#contract/staff-sites.ts";
import { termsNoticeDays } from "#contract/terms.ts";
import { languageNames } from "#web/lib/languages.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextField } from "#web/ui/text-field.tsx";

type Next = NonNullable<StaffPages["next"]>;

function ChangedSections({ site, next }: { site: string; next: Next }) {
  const t = useTexts("staff-sites");
  return (
    <ul className="my-2 list-disc ps-5">
      {Object.entries(next.texts).map(([key, text]) => {
        const [language = "", section = ""] = key.split(".");
        const name = Object.entries(languageNames).find(([code]) => code === language)?.[1] ?? language;
        return (
          <li key={key}>
            <Link
              to={`?${new URLSearchParams({ site, page: "terms", language, section })}`}
              className="link inline-block py-1.5"
            >
              {name}: {text?.title ?? `${section} (${t("pages_tab.standard")})`}
            </Link>
          </li>
        );
      })}
      {next.settings.map(({ name, label }) => (
        <li key={name}>
          <Link to={`/staff/site?${new URLSearchParams({ site })}`} className="link inline-block py-1.5">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Announces the drafted terms, or discards them; of announced ones it says how far the mails are. */
export function TermsPanel({ site, next }: { site: string; next: StaffPages["next"] }) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  const announcing = useCall(announceTerms);
  const withdrawing = useCall(withdrawTerms);
  const { revalidate } = useRevalidator();
  const isAnnounced = next !== null && next.applies_on !== null;
  const withdraw = async (id: string) => {
    await withdrawing.run({ body: { site, id } });
    await revalidate();
  };
  return (
    <Section title={t("next_terms.title")} heading="mb-2 text-xl" className="surface-card mb-5 max-w-3xl p-4 md:p-5">
      <FormError failure={withdrawing.failure} />
      {next === null ? <p>{t("next_terms.none", { days: termsNoticeDays })}</p> : null}
      {next !== null && next.applies_on !== null ? (
        <>
          <p className="font-semibold">{t("next_terms.announced", { date: format.calendarDay(next.applies_on) })}</p>
          <p className="text-muted">
            {t("next_terms.mailed", { mailed: format.number(next.mailed), members: format.number(next.members) })}
          </p>
        </>
      ) : null}
      {next === null ? null : <ChangedSections site={site} next={next} />}
      {next !== null && next.applies_on === null ? (
        <CallForm
          failure={announcing.failure}
          onSubmit={async ({ applies_on: appliesOn = "" }) => {
            await announcing.run({ body: { site, id: next.id, applies_on: appliesOn } });
            await revalidate();
          }}
        >
          <TextField
            type="date"
            name="applies_on"
            label={t("next_terms.applies_on")}
            note={t("next_terms.applies_note", { days: termsNoticeDays })}
          />
          <Button type="submit" pending={announcing.pending}>
            {t("next_terms.announce")}
          </Button>
        </CallForm>
      ) : null}
      {next === null ? null : (
        <>
          <Button look="quiet" className="mt-3" pending={withdrawing.pending} onClick={() => withdraw(next.id)}>
            {t(isAnnounced ? "next_terms.withdraw" : "next_terms.discard")}
          </Button>
          {isAnnounced ? <p className="text-muted text-sm">{t("next_terms.withdraw_note")}</p> : null}
        </>
      )}
    </Section>
  );
}
