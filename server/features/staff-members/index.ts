import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { staffMembersRoutes } from "./routes.ts";

export const staffMembers = defineFeature({ routes: staffMembersRoutes, memberData });
