import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, useState } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { Field, type FieldProps } from "./field.tsx";

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | "type">;

export function PasswordField(props: Props) {
  const t = useTexts("shell");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...props}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="field-input pe-14"
          />
          <button
            type="button"
            className="icon-button absolute end-1 top-0.5 noscript:hidden"
            aria-pressed={shown}
            aria-label={t("password.show")}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
