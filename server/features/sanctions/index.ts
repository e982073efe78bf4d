import { defineFeature } from "#server/feature.ts";
import { barredError } from "./barred-error.ts";
import { endSuspensions } from "./jobs.ts";
import { recordStanding } from "./standing.ts";

export { reapplyMeasures } from "./apply-measures.ts";
export { applyStandings } from "./apply-standings.ts";
export { liftSanction, restoreMember } from "./restore-member.ts";
export { sanctionMember } from "./sanction-member.ts";
export { readStandings } from "./standing.ts";
export { lockMember } from "./store.ts";

export const sanctions = defineFeature({ jobs: [endSuspensions, recordStanding], hooks: { barredError } });
