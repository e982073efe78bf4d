import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";

export {
  ageError,
  assertAgeAssured,
  lacksAgeProof,
  maySeeMembers,
  requiresAgeProof,
} from "./age-assurance/assert-age-assured.ts";
export { isAssured } from "./age-assurance/store.ts";
export { type ConsentCaller, recordConsent, recordWithdrawal } from "./consents/record-consent.ts";
export { type ConsentSubject, isConsentSubject } from "./consents/words.ts";
export { hideByAddress, hideByKey, hideContacts, separatePairJob, showToContacts } from "./known-people/hide-known.ts";
export { mailboxKey, phoneKey } from "./known-people/keys.ts";
export { countHiddenContacts, deleteContacts, findContactKeys, findMailboxes, isHidden } from "./known-people/store.ts";
export { assertMutual, assertVisible, requireMutual, requireVisible } from "./require-visible.ts";
export { mayBeShown, sumShown, type Visible, visibilityError } from "./rules.ts";
export {
  areApart,
  findPeople,
  findVisibility,
  leavesOut,
  openToVisitors,
  selectLeftOut,
  servedColumn,
  visibilityColumns,
  visibilityFacts,
} from "./store.ts";

export const visibility = defineFeature({
  memberData,
});
