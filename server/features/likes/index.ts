import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { likesNews } from "./news.ts";
import { likesRoutes } from "./routes.ts";
import { deleteLikesBetween } from "./store.ts";

export { likeMember } from "./like-member.ts";
export { publishLikes } from "./publish-likes.ts";
export { takeLikeBack } from "./take-like-back.ts";

export const likes = defineFeature({
  routes: likesRoutes,
  memberData,
  news: likesNews,
  hooks: { memberBlocked: deleteLikesBetween },
});
