import { useTexts } from "#web/lib/texts.tsx";
import { TextField } from "#web/ui/text-field.tsx";

type ReasonProps = { value: string; onChange: (value: string) => void };

/** The field that says why staff do something, for the audit log. */
export function useReasonField() {
  const t = useTexts("staff-members");
  return { name: "reason", label: t("sensitive.reason"), maxLength: 500, autoComplete: "off", required: true } as const;
}

export function ReasonField({ value, onChange }: ReasonProps) {
  return <TextField {...useReasonField()} value={value} onChange={({ target }) => onChange(target.value)} />;
}
