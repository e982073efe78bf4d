import { defineFeature } from "#server/feature.ts";
import { removePhotoFiles, removeUnfinishedPhoto } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { photosRoutes } from "./routes.ts";
import { servePhotos } from "./serve-photo.ts";

export { type AddedPhoto, addPhoto, type NewPhoto } from "./add-photo.ts";
export { approvePhoto } from "./approve-photo.ts";
export { isPhotoOf } from "./is-photo-of.ts";
export { photoFileOf } from "./photo-file.ts";
export {
  type LockRules,
  memberFolder,
  type PhotoOf,
  type PhotoPlace,
  type PhotoToShow,
  photoFolder,
  photoLock,
  reportedCopy,
  reportedFolder,
  showPhoto,
} from "./rules.ts";

export const photos = defineFeature({
  routes: photosRoutes,
  endpoints: [servePhotos],
  jobs: [removePhotoFiles, removeUnfinishedPhoto],
  memberData,
});
