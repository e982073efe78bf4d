import { defineFeature } from "#server/feature.ts";
import { blockAfterChargeback } from "./block-store.ts";
import { purgeDirectDebits } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { directDebitRoutes } from "./routes.ts";

export { liftDebitBlock, listDebitBlocks, reverseDebitBlock } from "./block-store.ts";
export { maskPhone } from "./phone.ts";

export const directDebit = defineFeature({
  routes: directDebitRoutes,
  jobs: [purgeDirectDebits],
  memberData,
  hooks: { paymentChargedBack: blockAfterChargeback },
});
