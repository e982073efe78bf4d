import { X } from "lucide-react";
import { Link } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { type FieldOf, optionsOf } from "#web/ui/fields.tsx";
import { PeriodForm } from "./period-form.tsx";

type Props<Column extends string, Limit extends Column> = {
  of: readonly FieldOf[];
  /** The classes of the fields' columns. */
  columns: string;
  /** The columns by which the figures can be summed up, and those that are chosen. */
  dimensions: readonly Column[];
  by: readonly Column[];
  /** The values that the figures are limited to. */
  only: Partial<Record<Limit, string>>;
  nameOf: (column: Column) => string;
  valueName: (column: Limit, value: string) => string;
  /** The page's query with these limits. */
  searchOf: (only: Partial<Record<Limit, string>>) => string;
  csv: "results" | "revenue";
};

/** What a page of figures asks for: its fields, the columns, and the limits, of which each link removes one. */
export function FiguresForm<Column extends string, Limit extends Column>(props: Props<Column, Limit>) {
  const { of, columns, dimensions, by, only, nameOf, valueName, searchOf, csv } = props;
  const t = useTexts("results");
  const limits = Object.entries(only) as [Limit, string][];
  const without = (name: Limit) =>
    searchOf(Object.fromEntries(limits.filter(([each]) => each !== name)) as Partial<Record<Limit, string>>);
  return (
    <>
      <PeriodForm {...{ of, columns, csv }} search={searchOf(only)}>
        <ChoiceGroup
          look="pills"
          many
          name="by"
          legend={t("by")}
          options={optionsOf(dimensions, nameOf)}
          defaultValue={by}
        />
        {limits.map(([name, value]) => (
          <input key={name} type="hidden" name="only" value={`${name}:${value}`} />
        ))}
      </PeriodForm>
      {limits.length === 0 ? null : (
        <ul aria-label={t("only")} className="mb-5 flex flex-wrap gap-2">
          {limits.map(([column, code]) => {
            const [name, value] = [nameOf(column), valueName(column, code)];
            return (
              <li key={column}>
                <Link
                  to={without(column)}
                  aria-label={t("remove", { name, value })}
                  className={buttonClass({ look: "outline" }, "min-h-11 wrap-anywhere")}
                >
                  {t("limit", { name, value })}
                  <X aria-hidden className="size-4 shrink-0" />
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
