import type { Settings, SignupStep } from "#contract/sites.ts";

/** The steps of the form that makes the account, in their order (R2.19); the message where it begins at a member. */
const formSteps = ["message", "who", "you", "key"] as const;
export type FormStep = (typeof formSteps)[number];

/**
 * Whether a first message can be promised: it waits until the address is confirmed, and is paid by the gift that comes
 * with that (D6.3). Where the gift is too small the signup begins without a message.
 */
export function canWriteFirst(prices: Pick<Settings, "message_credits" | "signup_credits">): boolean {
  return prices.message_credits <= prices.signup_credits;
}

export function formStepsOf(toMember: boolean): readonly FormStep[] {
  return toMember ? formSteps : formSteps.filter((step) => step !== "message");
}

/** The fields of each step, by the names that the API gives them in its answers. */
export const stepFields: Record<FormStep, readonly string[]> = {
  message: ["message.text", "message.to"],
  who: ["gender", "seeks"],
  you: ["name", "date_of_birth"],
  key: ["email", "password", "sexuality_consent", "country", "city_id"],
};

/** The first of these steps that has one of these fields; undefined where none has. */
export function stepOfFields(
  steps: readonly FormStep[],
  fields: Readonly<Record<string, unknown>>,
): FormStep | undefined {
  return steps.find((step) => stepFields[step].some((name) => name in fields));
}

/** The steps up to this one, itself included. */
export function stepsUpTo(steps: readonly FormStep[], step: FormStep): readonly FormStep[] {
  return steps.slice(0, steps.indexOf(step) + 1);
}

/** Of the steps that follow the account, those that somebody meets before the first faces (D3.7). */
export function beforeFaces(after: readonly SignupStep[]): readonly SignupStep[] {
  const faces = after.indexOf("matches");
  return faces < 0 ? after : after.slice(0, faces);
}
