import type { ReactNode } from "react";
import { Form } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { type FieldOf, Fields } from "#web/ui/fields.tsx";

type Props = {
  of: readonly (FieldOf | false)[];
  /** The classes of its columns. */
  columns: string;
  /** What the form sends besides its fields. */
  sends?: Readonly<Record<string, string>>;
  /** Instead of the button in the last column. */
  children?: ReactNode;
};

/** The filters above a list. They are in its address. */
export function FilterCard({ of, columns, sends = {}, children }: Props) {
  const t = useTexts("numbers");
  return (
    <Form className={`surface-card mb-5 grid grid-cols-1 gap-x-4 p-4 ${columns}`}>
      {Object.entries(sends).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Fields of={of} />
      {children ?? (
        <div className="self-end pb-5">
          <Button type="submit" look="outline" wide>
            {t("filter.show")}
          </Button>
        </div>
      )}
    </Form>
  );
}
