import { Form } from "react-router";
import { numberPeriods, numberSteps } from "#contract/numbers.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";

type Props = { sites: readonly string[]; site: string; days: string; by: string };

/** Site, period and step; the address holds them, and it works without scripts. */
export function PeriodForm({ sites, site, days, by }: Props) {
  const t = useTexts("numbers");
  const filters = useFilterFields();
  return (
    <Form className="surface-card mb-5 grid gap-x-4 p-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]">
      <Fields
        of={[
          filters.site(sites, site),
          choice(
            "days",
            t("filter.period"),
            optionsOf(numberPeriods, (value) => t("filter.last", { count: Number(value) })),
            { defaultValue: days },
          ),
          choice(
            "by",
            t("filter.by"),
            optionsOf(numberSteps, (value) => t(`filter.${value}`)),
            { defaultValue: by },
          ),
        ]}
      />
      <div className="self-end pb-5">
        <Button type="submit" look="outline" wide>
          {t("filter.show")}
        </Button>
      </div>
    </Form>
  );
}
