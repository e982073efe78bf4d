import { defineFeature } from "#server/feature.ts";
import { purgeMailFeedback } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { receiveFeedback } from "./receive-feedback.ts";

export const mailFeedback = defineFeature({
  endpoints: [receiveFeedback],
  jobs: [purgeMailFeedback],
  memberData,
});
