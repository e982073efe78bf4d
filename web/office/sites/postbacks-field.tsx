import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SiteValue } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { FieldError, FieldNote, useField } from "#web/ui/field.tsx";

const steps = ["signup", "confirmation", "purchase"] as const;
type Postback = { network: string; steps: string[]; sums_url?: string | undefined; url?: string | undefined };
type Row = Postback & { id: number };

const postbacksOf = (value: SiteValue): Postback[] =>
  Array.isArray(value) ? value.flatMap((item) => (typeof item === "string" ? [] : [item])) : [];

type RowProps = { row: Row; onChange: (row: Row) => void; onRemove: () => void };

function PostbackRow({ row, onChange, onRemove }: RowProps) {
  const t = useTexts("staff-sites");
  return (
    <li className="mb-3 rounded-md border border-line p-3">
      <label className="mb-3 block">
        <span className="mb-1 block text-sm">{t("postback.network")}</span>
        <input
          className="field-input"
          value={row.network}
          onChange={(event) => onChange({ ...row, network: event.target.value })}
        />
      </label>
      {(["sums_url", "url"] as const).map((name) => (
        <label key={name} className="mb-3 block">
          <span className="mb-1 block text-sm">{t(`postback.${name}`)}</span>
          <textarea
            className="field-input field-sizing-content break-all"
            rows={2}
            spellCheck={false}
            value={row[name] ?? ""}
            onChange={(event) => onChange({ ...row, [name]: event.target.value.trim() || undefined })}
          />
        </label>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        {steps.map((step) => (
          <label key={step} className="pill">
            <input
              type="checkbox"
              checked={row.steps.includes(step)}
              onChange={(event) =>
                onChange({
                  ...row,
                  steps: steps.filter((each) => (each === step ? event.target.checked : row.steps.includes(each))),
                })
              }
            />
            {t(`postback.${step}`)}
          </label>
        ))}
        <Button look="quiet" className="ms-auto" onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
          {t("postback.remove")}
        </Button>
      </div>
    </li>
  );
}

/** The networks that are notified of conversions; a hidden field holds them as JSON. */
export function PostbacksField({
  name,
  label,
  note,
  value,
}: {
  name: string;
  label: ReactNode;
  note: ReactNode;
  value: SiteValue;
}) {
  const t = useTexts("staff-sites");
  const { id, error, control, onChange } = useField(name, note, undefined);
  const [rows, setRows] = useState<Row[]>(() => postbacksOf(value).map((each, index) => ({ ...each, id: index })));
  const [next, setNext] = useState(rows.length);
  const change = (changed: Row[]) => {
    onChange();
    setRows(changed);
  };
  const sent = rows.map(({ id: _, ...postback }) => postback);
  return (
    <fieldset className="mb-5" aria-describedby={control["aria-describedby"]}>
      <legend className="mb-2 font-semibold">{label}</legend>
      <input type="hidden" name={name} value={JSON.stringify(sent)} />
      <ul>
        {rows.map((row) => (
          <PostbackRow
            key={row.id}
            row={row}
            onChange={(changed) => change(rows.map((each) => (each.id === row.id ? changed : each)))}
            onRemove={() => change(rows.filter((each) => each.id !== row.id))}
          />
        ))}
      </ul>
      <Button
        look="outline"
        aria-invalid={control["aria-invalid"]}
        onClick={() => {
          change([...rows, { id: next, network: "", steps: ["signup"], sums_url: "https://" }]);
          setNext(next + 1);
        }}
      >
        <Plus aria-hidden className="size-5" />
        {t("postback.add")}
      </Button>
      <FieldError id={id}>{error}</FieldError>
      <FieldNote id={id}>{note}</FieldNote>
    </fieldset>
  );
}
