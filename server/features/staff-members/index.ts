import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { staffMembersRoutes } from "./routes.ts";

export { carryOutCredits } from "./change-credits.ts";
export { carryOutRefund } from "./refund-by-staff.ts";
export { listPayments } from "./show-file.ts";

export const staffMembers = defineFeature({ routes: staffMembersRoutes, memberData });
