import type { MandateForm } from "#contract/direct-debit.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Facts } from "#web/payments/facts.tsx";
import { Section } from "#web/ui/section.tsx";

/** The mandate in the standard wording of banks, and the pre-notice, visually apart from the form. */
export function Mandate({ form }: { form: MandateForm }) {
  const t = useTexts("direct-debit");
  const format = useFormat();
  const { creditor, amount, currency, collect_on, pre_notice_days: days } = form;
  const date = format.calendarDay(collect_on);
  return (
    <Section
      title={t("mandate.title")}
      heading="text-xl"
      className="surface-card mb-6 space-y-3 border-primary border-s-4 p-5"
    >
      <Facts
        facts={[
          [t("mandate.creditor"), [creditor.name, ...creditor.address, format.country(creditor.country)].join(", ")],
          [t("mandate.creditor_id"), creditor.identifier],
          [t("mandate.reference"), t("mandate.reference_later")],
          [t("mandate.type"), t("mandate.once")],
          [t("mandate.collect_on"), date],
        ]}
      />
      <p>{t("mandate.text", { creditor: creditor.name })}</p>
      <p>{t("mandate.rights")}</p>
      <p>{t("mandate.notice", { amount: format.money(amount, currency), date, days })}</p>
      <p>{t("mandate.arrival", { date })}</p>
    </Section>
  );
}
