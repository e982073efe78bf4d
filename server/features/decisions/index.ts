import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { decisionsRoutes } from "./routes.ts";

export { issueStatement, type StatementContext } from "./issue-statement.ts";

export const decisions = defineFeature({ routes: decisionsRoutes, memberData });
