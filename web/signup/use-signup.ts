import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { signUp } from "#contract/account.ts";
import { findPageAfterSignup } from "#web/account/signup-link/intent.ts";
import { getVisitTracking } from "#web/account/signup-link/tracking.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, useCall } from "#web/lib/use-call.ts";
import { focusWrong, useOpenErrors } from "#web/ui/form-context.ts";
import { leaveOverlays } from "#web/ui/use-overlay.ts";
import { checkSteps, type SignupCheck } from "./check.ts";
import { findFirstAddress } from "./complete-steps.ts";
import { deleteDraft, isDearerThanStored, readDraft, type SignupDraft, saveDraft, toDraft } from "./draft.ts";
import { type FormStep, findStepOfFields, listStepsUpTo, stepFields } from "./steps.ts";
import { requestCheck, useAddressCheck } from "./use-address-check.ts";
import { useAdvanceAfterTaps } from "./use-advance-after-taps.ts";
import type { Steps } from "./use-steps.ts";
import { readValues, type SignupValues, toSignupBody } from "./values.ts";

export type SignupIntent = { to: string | null; next: string | null };

type Options = SignupIntent & {
  steps: Steps;
  first: SignupDraft;
  refused: FormFailure | null;
  /** Called when the user starts typing: from then on the form holds data that could be lost. */
  onBegun: (() => void) | undefined;
};

/** The part of an error that is about these fields. */
function pickProblem(problem: FormFailure | null, isPicked: (field: string) => boolean): FormFailure | null {
  if (problem === null) return null;
  const all = Object.entries(problem.fields);
  const picked = all.filter(([name]) => isPicked(name));
  if (picked.length === all.length) return problem;
  return picked.length > 0 ? { ...problem, fields: Object.fromEntries(picked) } : null;
}

const fieldsOf = (steps: readonly FormStep[]) => steps.flatMap((step) => stepFields[step]);
const isAnswered = (values: object, field: string) => Boolean(Reflect.get(values, field));

/** The part of an error that remains after the steps up to this one are corrected. */
function remainingProblem(problem: FormFailure | null, done: readonly FormStep[], values: object): FormFailure | null {
  const corrected = fieldsOf(done);
  return pickProblem(problem, (field) => !corrected.includes(field) && isAnswered(values, field));
}

/** The fields of a step that are empty until someone answers it. */
const ownFields = (step: FormStep) => stepFields[step].filter((field) => field !== "country" && field !== "city_id");

/**
 * Who pressed a button before the page's scripts ran has seen the steps up to its own, or up to the last that they
 * answered in the long form: no later question is marked.
 */
function seenProblem(problem: FormFailure | null, { names, opened }: Steps, values: object): FormFailure | null {
  const answered = names.findLastIndex((step) => ownFields(step).some((field) => isAnswered(values, field)));
  const seenFields = fieldsOf(names.slice(0, Math.max(answered, names.indexOf(opened)) + 1));
  return pickProblem(problem, (field) => seenFields.includes(field));
}

async function checkSignupName(name: string): Promise<{ ok: boolean; refused: FormFailure | null }> {
  const { refused } = await requestCheck({ name });
  return { ok: refused === null, refused };
}

/** The texts of what the browser's own checks name, by field. */
export function useCheckTexts(): (wrong: Record<string, SignupCheck>) => Record<string, string> {
  const t = useTexts("account");
  const { min_age, message_length: count } = useSettings();
  return (wrong) =>
    Object.fromEntries(Object.entries(wrong).map(([field, code]) => [field, t(`check.${code}`, { min_age, count })]));
}

/** The form's behaviour: validates each step, stores the draft, creates the account at the end and goes on. */
export function useSignup(form: RefObject<HTMLFormElement | null>, options: Options) {
  const { steps, first, refused, to, next, onBegun } = options;
  const { names, step, goTo } = steps;
  const toTexts = useCheckTexts();
  const settings = useSettings();
  const { continueTo } = useSession();
  const [problem, setProblem] = useState(refused);
  const { open, onEdit } = useOpenErrors(problem);
  const [checking, setChecking] = useState(false);
  const address = useAddressCheck();
  const getRules = () => ({ minAge: settings.min_age, messageLength: settings.message_length, now: new Date() });

  const { defaults, saveTyped } = useDraft(form, first, to, ({ values, kept }) => {
    if (kept) onBegun?.();
    const isDearer = to !== null && isDearerThanStored(values, settings.message_credits);
    const open = isDearer
      ? "message"
      : findStepOfFields(names, problem?.fields ?? checkSteps(values, names, getRules()));
    const isEarlier = open !== undefined && names.indexOf(open) < names.indexOf(step);
    const seen = seenProblem(problem, steps, values);
    setProblem(seen);
    // the questions up to the pressed button are answered: it leads on
    if (problem !== null && seen === null && open !== undefined) return goTo(open);
    // a returning user goes to the first step with missing data, or to the step in the address
    if (open !== undefined && (isEarlier || (kept && !steps.asked && open !== step))) goTo(open, { replace: true });
  });

  const { revalidate } = useRevalidator();
  const { run, pending } = useCall(signUp, (failure) => {
    setProblem(failure);
    // the prices that the page was loaded with are older ones
    if (failure.code === "message_price_changed") void revalidate();
  });
  const wrongStep = problem ? findStepOfFields(names, problem.fields) : undefined;
  useStepFocus(form, { step, problem, wrongStep, goTo });

  const toFailure = (wrong: Record<string, SignupCheck>): FormFailure => ({
    code: "invalid_input",
    message: "",
    fields: toTexts(wrong),
  });
  /** Checks that need the server: whether the name is free, and whether the address is free and spelt as meant. */
  const passesServerChecks = async (name: string, email: string): Promise<boolean> => {
    if (step !== "you" && step !== "key") return true;
    setChecking(true);

    const outcome = step === "key" ? await address.checkBeforeNextStep(email) : await checkSignupName(name);
    setChecking(false);
    if (outcome.refused) setProblem(outcome.refused);
    return outcome.ok;
  };

  /** The name's errors that only the server knows are shown together with those of the date of birth. */
  const withNameError = async (failure: FormFailure, name: string): Promise<FormFailure> => {
    if (step !== "you" || failure.fields.name !== undefined) return failure;
    setChecking(true);
    const { refused } = await checkSignupName(name);
    setChecking(false);
    return { ...failure, ...refused, fields: { ...refused?.fields, ...failure.fields } };
  };

  const advance = () => {
    if (form.current === null) return;
    setProblem(remainingProblem(open, listStepsUpTo(names, step), readValues(new FormData(form.current))));
    goTo("you");
  };
  const taps = useAdvanceAfterTaps(form, step === "who" ? advance : undefined);
  const busy = pending || checking;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = readValues(new FormData(event.currentTarget));
    if (step === "you" && taps.isLateTap() && values.name === "") {
      event.currentTarget.querySelector<HTMLElement>("[name=name]")?.focus();
      return;
    }
    const stepsSoFar = listStepsUpTo(names, step);
    const wrong = checkSteps(values, stepsSoFar, getRules());
    if (Object.keys(wrong).length > 0) return setProblem(await withNameError(toFailure(wrong), values.name.trim()));
    setProblem(remainingProblem(open, stepsSoFar, values));
    if (!(await passesServerChecks(values.name.trim(), values.email.trim()))) return;
    const nextStep = names[names.indexOf(step) + 1];
    if (nextStep !== undefined) return goTo(nextStep);
    await run({ body: toSignupBody(values, { to, tracking: getVisitTracking() }) }, async () => {
      deleteDraft();
      const nextPage = findPageAfterSignup({ to, next }, values.message.trim() !== "");
      // otherwise Back would lead through the dialog's steps, which a member does not see
      await leaveOverlays();
      await continueTo(findFirstAddress(settings.signup_steps, nextPage), { state: { formSteps: names.length } });
    });
  };
  const onChange = () => {
    saveTyped();
    onBegun?.();
  };

  const refusedAddress = address.hint?.refused ?? null;
  return {
    busy,
    /** An error of the whole form; a field's error is shown at the field. */
    general: wrongStep === undefined ? problem : null,
    /** An edited field shows no error until the next check. */
    errors: { errors: { ...refusedAddress?.fields, ...open?.fields }, onEdit },
    codes: { ...refusedAddress?.fieldCodes, ...open?.fieldCodes },
    address,
    defaults,
    listeners: { ...taps.listeners, onSubmit: submit, onChange },
  };
}

type UseStepFocusOptions = {
  step: FormStep;
  problem: FormFailure | null;
  wrongStep: FormStep | undefined;
  goTo: (step: FormStep) => void;
};

/** Moves the focus to the invalid field, the error of the whole form, or the heading of a new step. */
function useStepFocus(
  form: RefObject<HTMLFormElement | null>,
  { step, problem, wrongStep, goTo }: UseStepFocusOptions,
) {
  const goToStep = useEffectEvent(goTo);
  const previous = useRef({ step, problem });

  useEffect(() => {
    const before = previous.current;
    previous.current = { step, problem };
    const hasMoved = before.step !== step;
    const wasRefused = problem !== null && before.problem !== problem;
    if (wasRefused && wrongStep !== undefined && wrongStep !== step) {
      goToStep(wrongStep);
      return;
    }
    const section = form.current?.querySelector(`[data-step="${step}"]`);
    const wrongField = section?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if ((hasMoved || wasRefused) && wrongField) focusWrong(wrongField);
    else if (hasMoved) section?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    else if (wasRefused) focusWrong(form.current?.querySelector<HTMLElement>("[data-form-error]"));
  }, [form, step, problem, wrongStep]);
}

/** What the user typed. The price that the form shows is that of a message typed into it, not of a stored one. */
function pickTyped(values: SignupValues): SignupDraft {
  const rest = toDraft(values);
  const typed = rest.message === "" ? { ...rest, credits: "" } : rest;
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
}

/** A stored message is restored only for the member it was written to. */
function readDraftFor(to: string | null): SignupDraft | null {
  const storedDraft = readDraft();
  if (storedDraft === null || storedDraft.message_to === to) return storedDraft;
  const { message: _, credits: __, ...others } = storedDraft;
  return others;
}

type Restored = { values: SignupValues; kept: boolean };

/** The draft is restored once after hydration; what was typed before that stays. */
function useDraft(
  form: RefObject<HTMLFormElement | null>,
  first: SignupDraft,
  to: string | null,
  restore: (restored: Restored) => void,
) {
  const [defaults, setDefaults] = useState({ version: 0, draft: first });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    if (form.current === null) return;
    const typed = readValues(new FormData(form.current));
    const storedDraft = readDraftFor(to);
    const draft = { ...storedDraft, ...pickTyped(typed), country: storedDraft?.country ?? typed.country };
    if (storedDraft !== null) setDefaults({ version: 1, draft });
    restore({ values: { ...typed, ...draft }, kept: storedDraft !== null });
  }, []);

  const saveTyped = () => {
    if (form.current === null) return;
    saveDraft(readValues(new FormData(form.current)), to);
  };
  return { defaults, saveTyped };
}
