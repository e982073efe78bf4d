import { defineFeature } from "#server/feature.ts";
import { checkPicture } from "./check-picture.ts";
import { purgeRejectedPhotos, removePhotoFiles, removeUnfinishedPhoto } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { photosRoutes } from "./routes.ts";
import { servePhotos } from "./serve-photo.ts";

export { type AddedPhoto, addPhoto, type NewPhoto } from "./add-photo.ts";
export { approvePhoto } from "./approve-photo.ts";
export { findingsOf, type PictureFinding } from "./check-picture.ts";
export { asText } from "./fingerprint-store.ts";
export { isPhotoOf } from "./is-photo-of.ts";
export { removePhotoFiles } from "./jobs.ts";
export { arrangePhotos } from "./manage-photos.ts";
export { withNewFiles } from "./new-files.ts";
export { failureOf, uploadFailureOf } from "./photo-failure.ts";
export {
  anyPhotoFile,
  findPhotoOwner,
  photoFileOf,
  shownPhotoFile,
  smallPhotoFile,
  waitingPhotoFile,
} from "./photo-file.ts";
export { limitUploads } from "./photo-slots.ts";
export { shrinkPicture } from "./process-photo.ts";
export { rejectPhoto } from "./reject-photo.ts";
export { allowRejectedPhoto, assertNotRejected, recordRejectedPhoto } from "./rejected-photos.ts";
export { removePhoto } from "./remove-photo.ts";
export {
  type Format,
  fileKey,
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
  type Variant,
} from "./rules.ts";
export { sendPhotoFile } from "./send-photo-file.ts";
export { type StoredPicture, storePicture } from "./store-picture.ts";
export { addUpload } from "./upload-photo.ts";

export const photos = defineFeature({
  routes: photosRoutes,
  endpoints: [servePhotos],
  jobs: [removePhotoFiles, removeUnfinishedPhoto, purgeRejectedPhotos, checkPicture],
  memberData,
});
