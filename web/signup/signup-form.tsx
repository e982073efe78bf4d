import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { composeLoginPath } from "#web/account/signup-link/intent.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldErrorsContext } from "#web/ui/form-context.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { BackArrow, StepProgress } from "#web/ui/step-progress.tsx";
import { Agreement } from "./agreement.tsx";
import type { SignupDraft } from "./draft.ts";
import { EmailField } from "./email-field.tsx";
import { KeyFields, WhoFields, YouFields } from "./fields.tsx";
import { MessageFields } from "./message-fields.tsx";
import { SignupNotes } from "./signup-notes.tsx";
import { Step } from "./step.tsx";
import { listStepsBeforeFaces } from "./steps.ts";
import { type SignupIntent, useSignup } from "./use-signup.ts";
import type { Steps } from "./use-steps.ts";

type Props = SignupIntent & {
  steps: Steps;
  /** Prefilled values, from the address or from the answer to a form without scripts. */
  first: SignupDraft;
  /** The error of a form sent without scripts. */
  refused?: FormFailure | null;
  /** The recipient of the first message, if a visitor may see them. */
  member: Card | null;
  /** Further fields for users without scripts. */
  children?: ReactNode;
  onBegun?: () => void;
};

/**
 * R1.01: one question a screen. All steps are in one form: without scripts it is a long form with an action, with
 * scripts it shows one step at a time.
 */
export function SignupForm({ steps, first, refused = null, member, children, onBegun, to, next }: Props) {
  const t = useTexts("account");
  const { signup_steps } = useSettings();
  const form = useRef<HTMLFormElement>(null);
  const signup = useSignup(form, { steps, first, refused, to, next, onBegun });
  const { names, step, hydrated, goBack } = steps;
  const { address, defaults } = signup;
  const number = names.indexOf(step) + 1;
  const last = number === names.length;
  const shared = { current: step, hydrated };
  const field = { defaults: defaults.draft };

  return (
    <form ref={form} method="post" noValidate {...signup.listeners}>
      <StepProgress
        number={number}
        total={names.length + listStepsBeforeFaces(signup_steps).length}
        back={
          number > 1 ? (
            <button type="button" className="icon-button -ms-3" aria-label={t("signup.back")} onClick={goBack}>
              <BackArrow />
            </button>
          ) : null
        }
      />
      <FieldErrorsContext value={signup.errors}>
        <FormError failure={signup.general} />
        <div key={defaults.version}>
          {to === null ? null : (
            <Step
              {...shared}
              name="message"
              heading={member ? t("signup.message", { name: member.name }) : t("signup.message_plain")}
            >
              <MessageFields to={to} member={member} {...field} />
            </Step>
          )}
          <Step {...shared} name="who" heading={t("signup.who")}>
            <WhoFields {...field} />
          </Step>
          <Step {...shared} name="you" heading={t("signup.you")}>
            <YouFields {...field} />
          </Step>
          <Step {...shared} name="key" heading={t("signup.key")}>
            <KeyFields
              address={
                <EmailField
                  defaultValue={defaults.draft.email}
                  hint={address.hint}
                  code={signup.codes.email}
                  onLook={address.checkSoon}
                  onTyped={address.clearHint}
                  onTaken={() => {
                    signup.listeners.onChange();
                    address.clearHint();
                  }}
                />
              }
            />
            <SignupNotes />
          </Step>
          {children}
        </div>
      </FieldErrorsContext>
      <Agreement className={last ? "" : "not-noscript:hidden"} />
      {last ? null : (
        <Button type="submit" size="large" wide pending={signup.busy} className="noscript:hidden">
          {t("signup.continue")}
        </Button>
      )}
      <Button type="submit" size="large" wide pending={signup.busy} className={last ? "" : "not-noscript:hidden"}>
        {t("signup.send")}
      </Button>
      <p className="mt-6 text-center">
        {rich(t("signup.member"), {
          login: (words) => (
            <Link to={composeLoginPath(to, next)} className="link inline-block py-2.5 font-semibold">
              {words}
            </Link>
          ),
        })}
      </p>
    </form>
  );
}
