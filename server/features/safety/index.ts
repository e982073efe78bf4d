import { defineFeature } from "#server/feature.ts";
import { purgeFirstMessages } from "./jobs.ts";
import { memberData } from "./member-data.ts";

export { type FirstMessage, inspectFirstMessage, recordFirstMessage } from "./record-first-message.ts";
export { hashText } from "./rules.ts";
export { closeOpenReview as closeReview, findMarked, findOpenReviews as listReviews } from "./store.ts";

export const safety = defineFeature({ jobs: [purgeFirstMessages], memberData });
