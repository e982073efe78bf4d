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

/** The fields of the step "personal info" with their codes, in display order. */
export const infoFields = {
  relationship_status: relationshipStatuses,
  body_type: bodyTypes,
  hair_color: hairColors,
  eye_color: eyeColors,
  tattoos,
} as const;
export type InfoField = keyof typeof infoFields;
export const infoNames = Object.keys(infoFields) as InfoField[];

/** The interests that the signup asks for. Explicit ones need consent, and are edited in the own profile. */
export const askedInterests = interests.filter((code) => !explicitInterests.includes(code));

/** The fields that the site's profiles show; others are not asked. */
export function pickAskedFields(visible: readonly string[]): { info: readonly InfoField[]; interests: boolean } {
  return { info: infoNames.filter((field) => visible.includes(field)), interests: visible.includes("interests") };
}

type Changes = InputOf<typeof saveProfile>["body"];
type KnownAnswers = { visible: readonly string[]; interests: readonly (typeof interests)[number][] };

/** The changes from the "personal info" form; interests that it does not ask for stay unchanged. */
export function readInfoChanges(form: FormData, answers: KnownAnswers): Changes {
  const asked = pickAskedFields(answers.visible);
  const changes: Changes = readInfo(form, asked.info);
  if (asked.interests) {
    const ticked = form.getAll("interests");
    const keptInterests = answers.interests.filter((code) => explicitInterests.includes(code));
    changes.interests = [...keptInterests, ...askedInterests.filter((code) => ticked.includes(code))];
  }
  return changes;
}

/** The chosen codes of these fields, by field; null for a field without a choice. */
export function readInfo(form: FormData, fields: readonly InfoField[]): Changes {
  const findCode = (field: InfoField) => infoFields[field].find((code) => code === form.get(field)) ?? null;
  return Object.fromEntries(fields.map((field) => [field, findCode(field)]));
}
