import type { Settings, SignupStep } from "#contract/sites.ts";

/** The steps of the form before the account exists, in order; `message` only if the signup is for a member. */
const formSteps = ["message", "who", "you", "key"] as const;
export type FormStep = (typeof formSteps)[number];

type Asked = Pick<Settings, "message_credits" | "signup_credits" | "age_assurance">;

/**
 * The gift credits pay for it: if they are too few, or if members must prove their age before they write, the signup
 * starts without a message.
 */
export function canWriteFirst({ message_credits: price, signup_credits: gift, age_assurance: proof }: Asked): boolean {
  return price <= gift && proof === "off";
}

export function listFormSteps(toMember: boolean): readonly FormStep[] {
  return toMember ? formSteps : formSteps.filter((step) => step !== "message");
}

type Prefilled = { gender?: string; seeks?: string };

/** The step that the form begins with: "you" if the address already answers "who", and there is no message to write. */
export function findStartStep(
  names: readonly FormStep[],
  { to, first }: { to: string | null; first: Prefilled },
): FormStep {
  if (to === null && first.gender && first.seeks) return "you";
  return names[0] ?? "who";
}

export const stepFields: Record<FormStep, readonly string[]> = {
  message: ["message.text", "message.to"],
  who: ["gender", "seeks"],
  you: ["name", "date_of_birth"],
  key: ["email", "password", "sexuality_consent", "country", "city_id"],
};

export function findStepOfFields(
  steps: readonly FormStep[],
  fields: Readonly<Record<string, unknown>>,
): FormStep | undefined {
  return steps.find((step) => stepFields[step].some((name) => name in fields));
}

export function listStepsUpTo(steps: readonly FormStep[], step: FormStep): readonly FormStep[] {
  return steps.slice(0, steps.indexOf(step) + 1);
}

/** The steps after the account that come before the first faces. */
export function listStepsBeforeFaces(after: readonly SignupStep[]): readonly SignupStep[] {
  const faces = after.indexOf("matches");
  return faces < 0 ? after : after.slice(0, faces);
}
