import { objectionLength, staffGrounds } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { maxMeasureDays, measureDays } from "#contract/sanctions.ts";
import { authorityReferenceLength } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";

/** What staff choose for a measure, in the queue of reports and on a member's page alike. */
export type MeasureDraft = {
  /** Empty: none is chosen yet. */
  ground: (typeof staffGrounds)[number] | "";
  length: (typeof measureDays)[number] | "date";
  /** The day that a date field has, if `length` says so. */
  until: string;
  words: string;
  authority_told: boolean;
  authority_reference: string;
};

export const newMeasureDraft: MeasureDraft = {
  ground: "",
  length: 7,
  until: "",
  words: "",
  authority_told: false,
  authority_reference: "",
};

type Props<K extends keyof MeasureDraft> = {
  draft: Pick<MeasureDraft, K>;
  onChange(part: Partial<Pick<MeasureDraft, K>>): void;
};

const dayAfter = (days: number) => {
  const date = new Date(Date.now() + days * dayMs);
  const padded = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
};

/** The first moment of a day here, as typed in a date field; undefined if it is none. */
export function startOf(day: string): string | undefined {
  const moment = new Date(`${day}T00:00`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The length as the calls have it: days, or a moment. */
export const toLength = ({ length, until }: Pick<MeasureDraft, "length" | "until">) =>
  length === "date" ? { until: startOf(until) } : { days: length };

/** Why something is done about the member. */
export function GroundField({ draft: { ground }, onChange }: Props<"ground">) {
  const file = useTexts("staff-members");
  const decisions = useTexts("decisions");
  return (
    <SelectField
      name="ground"
      label={file("measure.ground")}
      value={ground}
      onChange={({ target }) => onChange({ ground: staffGrounds.find((each) => each === target.value) ?? "" })}
      {...(ground === "" && { empty: file("measure.no_ground") })}
      options={staffGrounds.map((value) => ({ value, label: decisions(`ground.${value}`) }))}
    />
  );
}

/** For how long: some days, or until a day that staff choose. */
export function LengthFields({
  draft: { length, until },
  label,
  onChange,
}: Props<"length" | "until"> & { label: string }) {
  const t = useTexts("staff");
  const transactions = useTexts("transactions");
  return (
    <>
      <SelectField
        name="days"
        label={label}
        value={String(length)}
        onChange={({ target }) =>
          onChange({ length: measureDays.find((days) => String(days) === target.value) ?? "date" })
        }
        options={[
          ...measureDays.map((days) => ({
            value: String(days),
            label: transactions("spending.days", { count: days }),
          })),
          { value: "date", label: t("reports.own_date") },
        ]}
      />
      {length === "date" ? (
        <TextField
          name="until"
          type="date"
          label={t("reports.until")}
          min={dayAfter(1)}
          max={dayAfter(maxMeasureDays - 1)}
          value={until}
          onChange={({ target }) => onChange({ until: target.value })}
        />
      ) : null}
    </>
  );
}

type WordsProps = Props<"words"> & { label: string; note?: string };

export function WordsField({ draft: { words }, label, note, onChange }: WordsProps) {
  return (
    <TextArea
      name="words"
      label={label}
      note={note}
      maxLength={objectionLength}
      value={words}
      onChange={({ target }) => onChange({ words: target.value })}
    />
  );
}

/** Whether the police or the emergency services were told, and under which number of theirs. */
export function AuthorityFields({ draft, onChange }: Props<"authority_told" | "authority_reference">) {
  const t = useTexts("staff");
  return (
    <>
      <Checkbox
        name="authority_told"
        label={t("queue.authority_told")}
        checked={draft.authority_told}
        onChange={({ target }) => onChange({ authority_told: target.checked })}
      />
      {draft.authority_told ? (
        <AuthorityReference
          value={draft.authority_reference}
          onChange={(reference) => onChange({ authority_reference: reference })}
        />
      ) : null}
    </>
  );
}

type ReferenceProps = { name?: string; value: string; onChange(reference: string): void };

export function AuthorityReference({ name = "authority_reference", value, onChange }: ReferenceProps) {
  const t = useTexts("staff");
  return (
    <TextField
      name={name}
      label={t("queue.authority_reference")}
      maxLength={authorityReferenceLength}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
