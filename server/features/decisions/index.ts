import { defineFeature } from "#server/feature.ts";
import { purgeStatements } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { decisionsRoutes } from "./routes.ts";
import { stateRefusedPhoto } from "./state-refusal.ts";

export { answerObjection } from "./answer-objection.ts";
export { dismissReport } from "./dismiss-report.ts";
export { issueStatement } from "./issue-statement.ts";
export type { StatedContent, StatementContext } from "./mail-statement.ts";
export { stateRefusal } from "./state-refusal.ts";
export { statementPath } from "./statement-link.ts";
export {
  countReportOutcomes,
  findAllStatements,
  findInForce,
  findLatest,
  findObjections,
  findOwnerOf,
  insertStatement,
  isObjectedTo,
  markLifted,
  wasWarnedOfMisuse,
} from "./store.ts";
export { takeDownChatPhoto } from "./take-down-chat-photo.ts";

export const decisions = defineFeature({
  routes: decisionsRoutes,
  jobs: [purgeStatements],
  memberData,
  hooks: { photoRefused: stateRefusedPhoto },
});
