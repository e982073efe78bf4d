import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { FieldError, FieldNote, useField } from "./field.tsx";

export type RadioCard = { value: string; label: ReactNode; note?: ReactNode; icon?: ReactNode };
type Props = {
  name: string;
  legend: ReactNode;
  options: readonly RadioCard[];
  note?: ReactNode;
  error?: string | undefined;
  defaultValue?: string | undefined;
  value?: string | undefined;
  onChange?: (value: string) => void;
  /**
   * The number of columns. Three columns need 576 px; on most phones two cards are in the first row and one in the
   * second.
   */
  columns?: 1 | 2 | 3;
};

const grids = { 1: "", 2: "card-pairs", 3: "card-pairs card-threes" };

/** A choice of one from a few options: radio buttons that look like cards, large enough for a thumb. */
export function RadioCards(props: Props) {
  const { name, legend, options, note, error: ownError, defaultValue, value, onChange, columns = 1 } = props;
  const { id, error, control, onChange: onEdit } = useField(name, note, ownError);
  const cards = useRef<HTMLFieldSetElement>(null);
  const reportEarlyChoice = useEffectEvent(() => {
    const chosen = cards.current?.querySelector<HTMLInputElement>("input:checked")?.value;
    if (chosen !== undefined && chosen !== (value ?? defaultValue)) onChange?.(chosen);
  });
  // React does not report a choice made before hydration, so this does
  useEffect(reportEarlyChoice, []);
  return (
    <fieldset ref={cards} className="mb-5 min-w-0" aria-describedby={control["aria-describedby"]} onChange={onEdit}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={`grid gap-2.5 ${grids[columns]}`}>
        {options.map((option) => (
          <label key={option.value} className="radio-card">
            <input
              type="radio"
              name={name}
              value={option.value}
              aria-invalid={control["aria-invalid"]}
              {...(value === undefined
                ? { defaultChecked: defaultValue === option.value }
                : { checked: value === option.value })}
              onChange={() => onChange?.(option.value)}
              className="size-5 shrink-0 accent-primary"
            />
            {option.icon}
            <span className="min-w-0 grow wrap-anywhere">
              <span className="block font-semibold">{option.label}</span>
              {option.note === undefined ? null : <span className="block text-muted text-sm">{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
      <FieldNote id={id}>{note}</FieldNote>
    </fieldset>
  );
}
