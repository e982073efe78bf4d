import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { swipeRoutes } from "./routes.ts";
import { deleteSwipesBetween } from "./store.ts";

export const swipe = defineFeature({
  routes: swipeRoutes,
  memberData,
  hooks: { memberBlocked: deleteSwipesBetween },
});
