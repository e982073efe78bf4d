import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";

export { type ConsentCaller, recordConsent, recordWithdrawal } from "./record-consent.ts";
export { type ConsentSubject, isConsentSubject } from "./words.ts";

/** What members agreed to and withdrew, with the words that they saw (D11.5; GDPR, article 7(1)). */
export const consents = defineFeature({ memberData });
