import { defineFeature } from "#server/feature.ts";
import { purgeSmsRecords } from "./jobs.ts";
import { sendSms } from "./send-sms.ts";

export { queueSms } from "./send-sms.ts";
export { countSms } from "./store.ts";

export const sms = defineFeature({ jobs: [sendSms, purgeSmsRecords] });
