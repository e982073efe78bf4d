import type { InputOf } from "#contract/call.ts";
import {
  bodyTypes,
  explicitInterests,
  eyeColors,
  hairColors,
  interests,
  relationshipStatuses,
  type saveProfile,
  tattoos,
} from "#contract/profiles.ts";

/** The fields of the step "personal info" with their codes, in display order (D4.2). */
export const infoFields = {
  relationship_status: relationshipStatuses,
  body_type: bodyTypes,
  hair_color: hairColors,
  eye_color: eyeColors,
  tattoos,
} as const;
export type InfoField = keyof typeof infoFields;
export const infoNames = Object.keys(infoFields) as InfoField[];

/** The interests that the signup asks for. Explicit ones need consent, and are edited in the own profile (D11.5). */
export const askedInterests = interests.filter((code) => !explicitInterests.includes(code));

/** The fields that the site's profiles show; others are not asked. */
export function askedFields(visible: readonly string[]): { info: readonly InfoField[]; interests: boolean } {
  return { info: infoNames.filter((field) => visible.includes(field)), interests: visible.includes("interests") };
}

type Changes = InputOf<typeof saveProfile>["body"];
type KnownAnswers = { visible: readonly string[]; interests: readonly (typeof interests)[number][] };

/** The changes from the "personal info" form; interests that it does not ask for stay unchanged. */
export function infoChanges(form: FormData, known: KnownAnswers): Changes {
  const asked = askedFields(known.visible);
  const ticked = form.getAll("interests");
  const chosen = asked.info.map((field) => [field, infoFields[field].find((code) => code === form.get(field)) ?? null]);
  const kept = known.interests.filter((code) => explicitInterests.includes(code));
  return {
    ...Object.fromEntries(chosen),
    ...(asked.interests ? { interests: [...kept, ...askedInterests.filter((code) => ticked.includes(code))] } : {}),
  };
}
