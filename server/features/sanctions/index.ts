import { defineFeature } from "#server/feature.ts";
import { barredError } from "./barred-error.ts";
import { endSuspensions } from "./jobs.ts";

export { liftSanction, restoreMember } from "./restore-member.ts";
export { sanctionMember } from "./sanction-member.ts";

export const sanctions = defineFeature({ jobs: [endSuspensions], hooks: { barredError } });
