import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { decisionsRoutes } from "./routes.ts";

export { answerObjection } from "./answer-objection.ts";
export { issueStatement } from "./issue-statement.ts";
export { statementPath } from "./statement-link.ts";
export { findAllStatements, findLatest, findObjections } from "./store.ts";

export const decisions = defineFeature({ routes: decisionsRoutes, memberData });
