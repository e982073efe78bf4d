import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { checkIban } from "./iban.ts";

/** The field for the IBAN, checked while the buyer types; a mistake is shown only when they leave the field. */
export function IbanField({ defaultValue }: { defaultValue: string | undefined }) {
  const t = useTexts("direct-debit");
  const format = useFormat();
  const [typed, setTyped] = useState(defaultValue ?? "");
  const [hasLeft, setHasLeft] = useState(false);
  const check = checkIban(typed);
  const problem = hasLeft && check !== null && "problem" in check ? t(`check.${check.problem}`) : undefined;
  return (
    <TextField
      name="iban"
      label={t("form.iban")}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={60}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        setHasLeft(false);
      }}
      onBlur={() => setHasLeft(true)}
      error={problem}
      note={
        <span role="status" className="flex items-start gap-2">
          {check !== null && "country" in check ? (
            <>
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-secondary-ink" />
              {t("form.iban_ok", { country: format.country(check.country) })}
            </>
          ) : null}
        </span>
      }
    />
  );
}
