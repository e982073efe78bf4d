import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { FieldError, FieldNote, useField } from "./field.tsx";

export type ChoiceOption = {
  value: string;
  label: ReactNode;
  note?: ReactNode;
  icon?: ReactNode;
  /** It can't be chosen now; the note says why. */
  disabled?: boolean;
};
type Props = {
  name: string;
  legend: ReactNode;
  options: readonly ChoiceOption[];
  /** Cards are large enough for a thumb, and have room for a note; pills are for short words. */
  look: "cards" | "pills";
  many?: boolean;
  note?: ReactNode;
  error?: string | undefined;
  defaultValue?: string | readonly string[] | undefined;
  value?: string | undefined;
  onChange?: (value: string) => void;
  /** A last option that undoes the choice; as prominent as the others. */
  none?: string;
  nameOf?: (value: string) => string;
  /** Three columns need 576 px; on most phones two cards are in the first row and one in the second. */
  columns?: 1 | 2 | 3;
  className?: string;
};

const grids = { 1: "", 2: "card-pairs", 3: "card-pairs card-threes" };

export function ChoiceGroup(props: Props) {
  const { name, legend, options, look, many = false, none, nameOf, columns = 1, className = "mb-5" } = props;
  const { note, error: ownError, defaultValue, value, onChange } = props;
  const { id, error, control, onChange: onEdit } = useField(name, note, ownError);
  const group = useRef<HTMLFieldSetElement>(null);
  const reportEarlyChoice = useEffectEvent(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>("input:checked")?.value;
    if (chosen !== undefined && chosen !== (value ?? defaultValue)) onChange?.(chosen);
  });
  // React does not report a choice made before hydration, so this does
  useEffect(reportEarlyChoice, []);
  const isCards = look === "cards";
  const cardOrPill = isCards ? "radio-card" : "pill";
  const isChosen = (option: string) => [value ?? defaultValue ?? []].flat().includes(option);
  return (
    <fieldset
      ref={group}
      className={`min-w-0 ${className}`}
      aria-describedby={control["aria-describedby"]}
      onChange={onEdit}
    >
      <legend className="mb-2 font-semibold">{legend}</legend>
      <FieldError id={id}>{error}</FieldError>
      <div className={isCards ? `grid gap-2.5 ${grids[columns]}` : "flex flex-wrap gap-2"}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={option.disabled ? `${cardOrPill} cursor-not-allowed text-muted` : cardOrPill}
          >
            <input
              type={many ? "checkbox" : "radio"}
              name={nameOf ? nameOf(option.value) : name}
              value={nameOf ? undefined : option.value}
              disabled={option.disabled}
              aria-invalid={many && index > 0 ? undefined : control["aria-invalid"]}
              {...(value === undefined
                ? { defaultChecked: isChosen(option.value) }
                : { checked: isChosen(option.value) })}
              onChange={() => onChange?.(option.value)}
              className={isCards ? "size-5 shrink-0 accent-primary" : undefined}
            />
            {option.icon}
            {isCards ? (
              <span className="min-w-0 grow wrap-anywhere">
                <span className="block font-semibold">{option.label}</span>
                {option.note === undefined ? null : <span className="block text-muted text-sm">{option.note}</span>}
              </span>
            ) : (
              option.label
            )}
          </label>
        ))}
        {none === undefined ? null : (
          <label className="pill pill-none">
            <input type="radio" name={name} value="" />
            {none}
          </label>
        )}
      </div>
      <FieldNote id={id}>{note}</FieldNote>
    </fieldset>
  );
}
