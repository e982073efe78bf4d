import type { ReactNode } from "react";
import { Form } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { type FieldOf, Fields } from "#web/ui/fields.tsx";

type Props = {
  of: readonly FieldOf[];
  /** The classes of the fields' columns. */
  columns: string;
  csv: "results" | "revenue" | "disputes" | "settlements";
  /** The query of the page, which the file has as well. */
  search: string;
  /** Below the fields. */
  children?: ReactNode;
};

/** What a page of figures is asked for, and its figures as a file. */
export function PeriodForm({ of, columns, csv, search, children }: Props) {
  const t = useTexts("results");
  const numbers = useTexts("numbers");
  return (
    <Form key={search} className="surface-card mb-5 p-4">
      <div className={`grid grid-cols-1 gap-x-4 ${columns}`}>
        <Fields of={of} />
      </div>
      {children}
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        <Button type="submit" look="outline">
          {numbers("filter.show")}
        </Button>
        <DownloadLink href={`/staff-csv/${csv}${search}`} look="quiet">
          {t("csv")}
        </DownloadLink>
      </div>
    </Form>
  );
}
