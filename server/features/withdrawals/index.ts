import { defineFeature } from "#server/feature.ts";
import { purgeWithdrawals } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { withdrawalsRoutes } from "./routes.ts";

export { answerWithdrawal } from "./answer-withdrawal.ts";
export { refundableOf } from "./rules.ts";
export { closeWithdrawal, listOpenWithdrawals } from "./store.ts";

export const withdrawals = defineFeature({
  routes: withdrawalsRoutes,
  jobs: [purgeWithdrawals],
  memberData,
});
