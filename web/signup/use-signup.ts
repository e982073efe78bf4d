import { type FormEvent, type RefObject, useEffect, useState } from "react";
import { signUp } from "#contract/account.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Failed, useCall } from "#web/lib/use-call.ts";
import { nextAfter } from "#web/signup-link/intent.ts";
import { visitTracking } from "#web/signup-link/tracking.ts";
import { useOpenErrors } from "#web/ui/form-context.ts";
import { bodyOf } from "./body-of.ts";
import { checkSteps, type SignupCheck } from "./check.ts";
import { firstOf } from "./complete-steps.ts";
import { deleteDraft, type SignupDraft } from "./draft.ts";
import { type FormStep, stepFields, stepOfFields, stepsUpTo } from "./steps.ts";
import { askCheck, useAddressCheck } from "./use-address-check.ts";
import { useAdvanceAfterTaps } from "./use-advance-after-taps.ts";
import { useDraft } from "./use-draft.ts";
import { useStepFocus } from "./use-step-focus.ts";
import type { Steps } from "./use-steps.ts";
import { readValues } from "./values.ts";

export type SignupIntent = {
  /** The recipient of a first message; null if the form has no such step. */
  to: string | null;
  /** The page after the first steps: that of the member the signup is for. */
  next: string | null;
};

type Options = SignupIntent & {
  steps: Steps;
  first: SignupDraft;
  refused: Failed | null;
  /** Called when the user starts typing: from then on the form holds data that could be lost. */
  onBegun: (() => void) | undefined;
};

/** The part of an error that remains after the steps up to this one are corrected. */
function remainingProblem(problem: Failed | null, done: readonly FormStep[]): Failed | null {
  if (problem === null) return null;
  const closed = done.flatMap((step) => stepFields[step]);
  const fields = Object.fromEntries(Object.entries(problem.fields).filter(([name]) => !closed.includes(name)));
  return Object.keys(fields).length > 0 ? { ...problem, fields } : null;
}

/** The form's behaviour (R1.01): validates each step, stores the draft, creates the account at the end and goes on. */
export function useSignup(form: RefObject<HTMLFormElement | null>, options: Options) {
  const { steps, first, refused, to, next, onBegun } = options;
  const { names, step, goTo } = steps;
  const t = useTexts("account");
  const settings = useSettings();
  const { continueTo } = useSession();
  const [problem, setProblem] = useState(refused);
  const { open, onEdit } = useOpenErrors(problem);
  const [checking, setChecking] = useState(false);
  const address = useAddressCheck();
  const rules = () => ({ minAge: settings.min_age, messageLength: settings.message_length, now: new Date() });

  const { defaults, keep } = useDraft(form, first, to, ({ values, kept }) => {
    if (kept) onBegun?.();
    const open = stepOfFields(names, problem?.fields ?? checkSteps(values, names, rules()));
    const early = open !== undefined && names.indexOf(open) < names.indexOf(step);
    // a returning user goes to the first step with missing data, or to the step in the address
    if (open !== undefined && (early || (kept && !steps.asked && open !== step))) goTo(open, { replace: true });
  });

  const { run, pending, failure } = useCall(signUp);
  useEffect(() => {
    if (failure) setProblem(failure);
  }, [failure]);
  const wrongStep = problem ? stepOfFields(names, problem.fields) : undefined;
  useStepFocus(form, { step, problem, wrongStep, goTo });

  const say = (wrong: Record<string, SignupCheck>): Failed => {
    const values = { min_age: settings.min_age, count: settings.message_length };
    const fields = Object.entries(wrong).map(([field, code]) => [field, t(`check.${code}`, values)]);
    return { code: "invalid_input", message: "", fields: Object.fromEntries(fields) };
  };
  /** Checks that need the server: whether the name is free, and whether the address is free and spelt as meant. */
  const pass = async (name: string, email: string): Promise<boolean> => {
    if (step !== "you" && step !== "key") return true;
    setChecking(true);
    const nameCheck = step === "you" ? await askCheck({ name }) : null;
    const found =
      step === "key" ? await address.pass(email) : { ok: nameCheck?.refused === null, refused: nameCheck?.refused };
    setChecking(false);
    if (found.refused) setProblem(found.refused);
    return found.ok;
  };

  const taps = useAdvanceAfterTaps(form, step === "who" ? () => goTo("you") : undefined);
  const busy = pending || checking;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = readValues(new FormData(event.currentTarget));
    if (step === "you" && values.name === "" && taps.isLateTap()) return;
    const done = stepsUpTo(names, step);
    const wrong = checkSteps(values, done, rules());
    if (Object.keys(wrong).length > 0) return setProblem(say(wrong));
    setProblem(remainingProblem(open, done));
    if (!(await pass(values.name.trim(), values.email.trim()))) return;
    const following = names[names.indexOf(step) + 1];
    if (following !== undefined) return goTo(following);
    if (!(await run({ body: bodyOf(values, { to, tracking: visitTracking() }) }))) return;
    deleteDraft();
    const onward = nextAfter({ to, next }, values.message.trim() !== "");
    await continueTo(firstOf(settings.signup_steps, onward), { state: { formSteps: names.length } });
  };
  const onChange = () => {
    keep();
    onBegun?.();
  };

  const seen = address.hint?.refused ?? null;
  return {
    busy,
    problem,
    /** An error of the whole form; a field's error is shown at the field. */
    general: wrongStep === undefined ? problem : null,
    /** An edited field shows no error until the next check. */
    errors: { errors: { ...seen?.fields, ...open?.fields }, onEdit },
    codes: { ...seen?.fieldCodes, ...open?.fieldCodes },
    address,
    defaults,
    listeners: { ...taps.listeners, onSubmit: submit, onChange },
  };
}
