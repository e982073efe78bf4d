import { Form } from "react-router";
import { numberPeriods, numberSteps } from "#contract/numbers.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/select-field.tsx";

type Props = { sites: readonly string[]; site: string; days: string; by: string };

/** Site, period and step; the address holds them, and it works without scripts. */
export function PeriodForm({ sites, site, days, by }: Props) {
  const t = useTexts("numbers");
  return (
    <Form className="surface-card mb-5 grid gap-x-4 p-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]">
      <SelectField
        name="site"
        label={t("filter.site")}
        empty={t("filter.all")}
        defaultValue={site}
        options={sites.map((key) => ({ value: key, label: key }))}
      />
      <SelectField
        name="days"
        label={t("filter.period")}
        defaultValue={days}
        options={numberPeriods.map((value) => ({ value, label: t("filter.last", { count: Number(value) }) }))}
      />
      <SelectField
        name="by"
        label={t("filter.by")}
        defaultValue={by}
        options={numberSteps.map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      <div className="self-end pb-5">
        <Button type="submit" look="outline" wide>
          {t("filter.show")}
        </Button>
      </div>
    </Form>
  );
}
