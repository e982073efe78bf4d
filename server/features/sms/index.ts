import { dayOf } from "#contract/days.ts";
import { defineFeature } from "#server/feature.ts";
import { purgeSmsRecords } from "./jobs.ts";
import { sendSms } from "./send-sms.ts";
import { countStoppedSites } from "./store.ts";

export { queueSms } from "./send-sms.ts";
export { countSms } from "./store.ts";

export const sms = defineFeature({
  jobs: [sendSms, purgeSmsRecords],
  gauges: [
    {
      name: "sms_stopped",
      help: "sites that sent as many text messages today as they may",
      read: ({ db, clock }) => countStoppedSites(db, dayOf(clock.now())),
    },
  ],
});
