import { defineFeature } from "#server/feature.ts";

export { ageError, assertAgeAssured, lacksAgeProof, maySeeMembers, requiresAgeProof } from "./assert-age-assured.ts";
export { isAssured } from "./store.ts";

export const ageAssurance = defineFeature({});
