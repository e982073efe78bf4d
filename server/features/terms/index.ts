import { defineFeature } from "#server/feature.ts";
import { announceTermsJob } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { termsRoutes } from "./routes.ts";

export { announceTerms, draftTerms, showNextTerms, withdrawTerms } from "./next-terms.ts";

/** Changed terms: drafted by staff, announced to members, in force 30 days later at the earliest (R9.05). */
export const terms = defineFeature({ routes: termsRoutes, jobs: [announceTermsJob], memberData });
