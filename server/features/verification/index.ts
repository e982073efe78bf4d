import { defineFeature } from "#server/feature.ts";
import { purgeVerifications, removeUnfinishedPicture } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { verificationRoutes } from "./routes.ts";

export { decideDocument } from "./check-age.ts";
export { claimedPictureFile } from "./claimed-picture.ts";
export { decideSelfie } from "./decide-selfie.ts";
export { findRequests, findShownPhotos } from "./office-store.ts";
export { pictureFolder } from "./rules.ts";
export { pictureFile } from "./send-picture.ts";

export const verification = defineFeature({
  routes: verificationRoutes,
  jobs: [removeUnfinishedPicture, purgeVerifications],
  memberData,
});
