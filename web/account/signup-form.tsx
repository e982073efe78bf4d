import { ArrowLeft } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { signUp } from "#contract/account.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { type Failed, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldErrorsContext } from "#web/ui/form-context.ts";
import { FormError } from "#web/ui/form-error.tsx";
import type { Option } from "#web/ui/select-field.tsx";
import { Agreement } from "./agreement.tsx";
import { checkSteps } from "./signup-check.ts";
import { dropDraft, type SignupDraft } from "./signup-draft.ts";
import { KeyFields, PlaceFields, WhoFields, YouFields } from "./signup-fields.tsx";
import { SignupStep } from "./signup-step.tsx";
import { bodyOf, lastStep, readValues, signupSteps, stepOfFields } from "./signup-values.ts";
import { useFirstTaps } from "./use-first-taps.ts";
import { useSignupDraft } from "./use-signup-draft.ts";
import { useSignupFocus } from "./use-signup-focus.ts";
import { useSignupSteps } from "./use-signup-steps.ts";
import { WhatHappens } from "./what-happens.tsx";

type Props = {
  countries: readonly Option[];
  /** What the address, or the answer to a form without scripts, fills in. */
  first: SignupDraft;
  /** Why the form that was sent without scripts was refused. */
  refused: Failed | null;
};

/** What is left to be said of a failure once the steps up to this one have been put right. */
function later(problem: Failed | null, step: number): Failed | null {
  if (problem === null) return null;
  const open = signupSteps.slice(step).flat() as readonly string[];
  const fields = Object.fromEntries(Object.entries(problem.fields).filter(([name]) => open.includes(name)));
  return Object.keys(fields).length > 0 ? { ...problem, fields } : null;
}

/**
 * R1.01: one question a screen. All steps are in the page and in one form: without scripts it is a long form with an
 * action, with them one step shows at a time.
 */
export function SignupForm({ countries, first, refused }: Props) {
  const t = useTexts("account");
  const { min_age } = useSettings();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState(refused);
  const [country, setCountry] = useState(first.country ?? "");
  const [town, setTown] = useState({ id: first.city_id ?? "", label: first.city ?? "" });
  const [email, setEmail] = useState(first.email ?? "");
  const start = first.gender && first.seeks ? 2 : 1;
  const { hydrated, step, goTo, goBack } = useSignupSteps(start, refused ? stepOfFields(refused.fields) : undefined);
  const rules = () => ({ minAge: min_age, now: new Date() });

  const { defaults, keep } = useSignupDraft(form, first, (draft, values) => {
    setCountry(draft.country ?? country);
    setTown({ id: draft.city_id ?? "", label: draft.city ?? "" });
    setEmail(draft.email ?? "");
    const open = stepOfFields(problem?.fields ?? checkSteps(values, step - 1, rules()));
    if (open !== undefined && open !== step) goTo(open, { replace: true });
  });

  const { run, pending, failure } = useCall(signUp);
  useEffect(() => {
    if (failure) setProblem(failure);
  }, [failure]);
  const wrongStep = problem ? stepOfFields(problem.fields) : undefined;
  useSignupFocus(form, { step, problem, wrongStep, goTo });

  const { refresh } = useSession();
  const navigate = useNavigate();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const values = readValues(new FormData(event.currentTarget));
    if (step === 2 && values.name === "" && taps.isLateTap()) return;
    const wrong = Object.entries(checkSteps(values, step, rules()));
    if (wrong.length > 0) {
      const fields = Object.fromEntries(wrong.map(([field, code]) => [field, t(`check.${code}`, { min_age })]));
      return setProblem({ code: "invalid_input", message: "", fields });
    }
    setProblem(later(problem, step));
    setEmail(values.email.trim());
    if (step < lastStep) return goTo(step + 1);
    if (!(await run({ body: bodyOf(values) }))) return;
    dropDraft(() => sessionStorage);
    await refresh();
    await navigate("/signup", { replace: true, state: { signedUp: true } });
  };
  const taps = useFirstTaps(form, step === 1 ? () => goTo(2) : undefined);

  const field = { defaults: defaults.draft };
  const shared = { current: step, hydrated };
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} onChange={() => keep()} {...taps.listeners}>
      <div className="mb-5 flex min-h-11 items-center gap-1 noscript:hidden">
        {step > 1 ? (
          <button type="button" className="icon-button -ms-3" aria-label={t("signup.back")} onClick={goBack}>
            <ArrowLeft aria-hidden className="size-5" />
          </button>
        ) : null}
        <p className="me-auto text-muted text-sm">{t("signup.step", { number: step, total: lastStep })}</p>
        <div aria-hidden="true" className="flex gap-1.5">
          {signupSteps.map(([name], index) => (
            <span key={name} className={`h-1.5 w-8 rounded-full ${index < step ? "bg-primary" : "bg-line"}`} />
          ))}
        </div>
      </div>
      <FieldErrorsContext value={problem?.fields ?? {}}>
        <FormError failure={wrongStep === undefined ? problem : null} />
        <div key={defaults.version}>
          <SignupStep {...shared} number={1} heading={t("signup.who")}>
            <WhoFields {...field} />
          </SignupStep>
          <SignupStep {...shared} number={2} heading={t("signup.you")}>
            <YouFields {...field} />
          </SignupStep>
          <SignupStep {...shared} number={3} heading={t("signup.key")}>
            <KeyFields {...field} />
          </SignupStep>
          <SignupStep {...shared} number={4} heading={t("signup.place")}>
            <PlaceFields
              countries={countries}
              country={country}
              town={town}
              onCountry={(code) => {
                setCountry(code);
                setTown({ id: "", label: "" });
                keep({ country: code, city_id: "", city: "" });
              }}
              onTown={(next) => {
                setTown(next);
                keep({ city_id: next.id, city: next.label });
              }}
            >
              <WhatHappens email={email} />
            </PlaceFields>
          </SignupStep>
        </div>
      </FieldErrorsContext>
      {step < lastStep ? (
        <Button type="submit" size="large" wide className="noscript:hidden">
          {t("signup.continue")}
        </Button>
      ) : null}
      <Agreement className={step < lastStep ? "not-noscript:hidden" : ""} />
      <Button
        type="submit"
        size="large"
        wide
        pending={pending}
        className={step < lastStep ? "not-noscript:hidden" : ""}
      >
        {t("signup.send")}
      </Button>
      <p className="mt-6 text-center">
        {rich(t("signup.member"), {
          login: (words) => (
            <Link to="/login" className="link inline-block py-2.5 font-semibold">
              {words}
            </Link>
          ),
        })}
      </p>
    </form>
  );
}
