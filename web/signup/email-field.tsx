import { useRef } from "react";
import { Link } from "react-router";
import type { FieldCode } from "#contract/errors.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { DeletedHint } from "#web/privacy/deleted-hint.tsx";
import { Button } from "#web/ui/button.tsx";
import { useFieldError } from "#web/ui/form-context.ts";
import { AddressField } from "#web/ui/text-field.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { AddressHint } from "./use-address-check.ts";

const looksComplete = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

type Props = {
  note: string;
  defaultValue: string | undefined;
  hint: AddressHint | null;
  code: FieldCode | undefined;
  onLook: (email: string) => void;
  onTyped: () => void;
  onTaken: () => void;
};

/** Links for a user whose address has an account, or had one until a few days ago (R5.04). */
function AccountExistsHint({ code, email }: { code: FieldCode | undefined; email: string }) {
  const t = useTexts("account");
  if (code === "email_pending_deletion") return <DeletedHint typed={email} />;
  if (code !== "email_taken") return null;
  return (
    <p className="-mt-3 mb-4">
      {rich(t("signup.email_log_in"), {
        link: (words) => (
          <Link to="/login" state={{ login: email }} className="link inline-block py-2.5 font-semibold">
            {words}
          </Link>
        ),
      })}
    </p>
  );
}

/** Explains a suggestion that interrupts the signup. Both answers continue it. */
function ConfirmAddress({
  typed,
  meant,
  onAnswer,
}: {
  typed: string;
  meant: string;
  onAnswer: (email: string) => void;
}) {
  const t = useTexts("account");
  const take = useFocus<HTMLButtonElement>(true);
  return (
    <div className="-mt-2 mb-5 rounded-md bg-warning-tint px-4 py-3">
      <p className="font-semibold">{t("signup.held_up")}</p>
      <div className="mt-3 flex flex-col gap-2">
        <Button ref={take} onClick={() => onAnswer(meant)} className="wrap-anywhere">
          {t("signup.held_up_yes", { email: meant })}
        </Button>
        <Button look="outline" onClick={() => onAnswer(typed)} className="wrap-anywhere">
          {t("signup.held_up_no", { email: typed })}
        </Button>
      </div>
    </div>
  );
}

/** The email field, with "Did you mean …?" as a button; the address never changes silently. */
export function EmailField({ note, defaultValue, hint, code, onLook, onTyped, onTaken }: Props) {
  const t = useTexts("account");
  const input = useRef<HTMLInputElement>(null);
  const error = useFieldError("email");
  const suggestion = hint?.suggestion ?? null;

  return (
    <>
      <AddressField
        ref={input}
        name="email"
        label={t("signup.email")}
        note={note}
        defaultValue={defaultValue}
        onInput={onTyped}
        onBlur={({ currentTarget }) => {
          const email = currentTarget.value.trim();
          if (looksComplete.test(email) && email !== hint?.email) onLook(email);
        }}
      />
      {error === undefined ? null : <AccountExistsHint code={code} email={hint?.email ?? defaultValue ?? ""} />}
      <div role="status">
        {hint?.interruptedUser && suggestion !== null ? (
          <ConfirmAddress
            typed={hint.email}
            meant={suggestion}
            onAnswer={(email) => {
              if (input.current === null) return;
              input.current.value = email;
              if (email === suggestion) onTaken();
              input.current.form?.requestSubmit();
            }}
          />
        ) : null}
        {suggestion === null || hint?.interruptedUser ? null : (
          <p className="-mt-2 mb-5 rounded-md bg-warning-tint px-4 py-2">
            {rich(t("signup.did_you_mean", { email: suggestion }), {
              email: (words) => (
                <button
                  type="button"
                  className="link min-h-11 break-all font-semibold"
                  onClick={() => {
                    if (input.current === null) return;
                    input.current.value = suggestion;
                    input.current.focus();
                    onTaken();
                  }}
                >
                  {words}
                </button>
              ),
            })}
          </p>
        )}
      </div>
    </>
  );
}
