import { useTexts } from "#web/lib/texts.tsx";
import { TextField } from "#web/ui/text-field.tsx";

type ReasonProps = { value: string; onChange: (value: string) => void };

/** Why staff move money, for the audit log. */
export function ReasonField({ value, onChange }: ReasonProps) {
  const t = useTexts("staff-members");
  return (
    <TextField
      name="reason"
      label={t("sensitive.reason")}
      maxLength={500}
      autoComplete="off"
      required
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
