import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, useState } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { Field, type FieldProps } from "./field.tsx";

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | "type">;

export function PasswordField(props: Props) {
  const t = useTexts("shell");
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...props}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="field-input pe-14"
          />
          <button
            type="button"
            className="icon-button absolute end-1 top-0.5 noscript:hidden"
            aria-pressed={isShown}
            aria-label={t("password.show")}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
