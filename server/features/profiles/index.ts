import { defineFeature } from "#server/feature.ts";
import { notifyTextShown } from "./inspect-about-me.ts";
import { memberData } from "./member-data.ts";
import { checkPicture } from "./photos/check-picture.ts";
import { purgeSealed } from "./photos/purge-sealed.ts";
import { removePhotoFiles, removeUnfinishedPhoto } from "./photos/remove-photo.ts";
import { servePhotos } from "./photos/serve-photo.ts";
import { profilesRoutes } from "./routes.ts";
import { purgeVerifications, removeUnfinishedPicture } from "./verification/jobs.ts";
import { removeIntroductionFiles, removeUnfinishedIntroduction } from "./voice/jobs.ts";
import { serveVoiceIntroductions } from "./voice/serve-introduction.ts";

export { editFictional, findFictional, isFictional, lockFictional } from "./fictional-store.ts";
export { approveAboutMe, rejectAboutMe } from "./inspect-about-me.ts";
export {
  findContactDetails,
  isLookedAtWhole,
  locateContactDetails,
  lookedAt,
  normalise,
} from "./inspection/contact-details.ts";
export { listProfile } from "./listing-store.ts";
export {
  invalidateViewer,
  loadCachedViewer,
  loadCard,
  loadCards,
  loadDeckCards,
  loadIntroduction,
  loadProfile,
  loadQuestions,
  loadViewer,
  type ViewContext,
} from "./load-cards.ts";
export { maskOf } from "./matching/fact-bits.ts";
export { homeOfPlace, packedColumns, packedNames } from "./matching/packed-side.ts";
export {
  isBeyond,
  type MatchSide,
  matchColumns,
  matchPercentage,
  matchReasons,
  matchSearches,
  questionsLeft,
  seeksOf,
  sexualityOf,
  shownPercentage,
  wantedAges,
  yearsBeyond,
} from "./matching/rules.ts";
export {
  type Recipient,
  recipientColumns,
  unmetWishes,
  type Writer,
  writerColumns,
} from "./matching/unmet-wishes.ts";
export { wantsViewer } from "./matching/wants-viewer.ts";
export { type AddedPhoto, addPhoto, type NewPhoto } from "./photos/add-photo.ts";
export { findingsOf, type PictureFinding } from "./photos/check-picture.ts";
export { approvePhoto, rejectPhoto } from "./photos/decide-photo.ts";
export { allowRejectedPhoto, asText, listSharedPictures, recordRejectedPhoto } from "./photos/fingerprint-store.ts";
export { arrangePhotos } from "./photos/manage-photos.ts";
export { assertNotRejected, uploadFailureOf } from "./photos/photo-failure.ts";
export {
  anyPhotoFile,
  findPhotoOwner,
  isPhotoOf,
  photoFileOf,
  shownPhotoFile,
  smallPhotoFile,
  waitingPhotoFile,
} from "./photos/photo-file.ts";
export { limitUploads } from "./photos/photo-slots.ts";
export { PhotoRefused } from "./photos/process-photo.ts";
export { defineUnfinished, removePhoto, removePhotoFiles } from "./photos/remove-photo.ts";
export {
  type Format,
  fileKey,
  type LockRules,
  memberFolder,
  type PhotoOf,
  photoFolder,
  rejectedCopy,
  rejectedFolder,
  reportedCopy,
  reportedFolder,
  sealedFolder,
  showPhotoTo,
  showPhotoToOwner,
  type Variant,
} from "./photos/rules.ts";
export { isSealed, keepSealed, listSealed, sealedKey, sealForPolice } from "./photos/sealed-store.ts";
export { sendPhotoFile } from "./photos/send-photo-file.ts";
export { replaceRefusals, type SharedRefusal } from "./photos/shared-refusals-store.ts";
export { shrinkUpload } from "./photos/shrink-upload.ts";
export { type StoredPicture, storePicture, withNewFiles } from "./photos/store-picture.ts";
export { addUpload } from "./photos/upload-photo.ts";
export { markActive, markLeft, markPresent } from "./presence-store.ts";
export {
  createProfile,
  findConsents,
  findJoined,
  findViewer,
  type NewProfile,
  takeDownText,
  type ViewerProfile,
} from "./profiles-store.ts";
export { inspectQuestion } from "./questions/inspect-question.ts";
export { deleteQuestion, findReportable } from "./questions/questions-store.ts";
export { type QuestionWords, wordsOf } from "./questions/rules.ts";
export { lastActive, newSince, onlineSince, type WithCard, withCards } from "./rules.ts";
export { agreeAgain } from "./set-sexuality.ts";
export { decideDocument } from "./verification/check-age.ts";
export { findRequests, findShownPhotos } from "./verification/office-store.ts";
export { pictureFolder } from "./verification/rules.ts";
export { decideSelfie, reopenCheck } from "./verification/selfies.ts";
export { claimedPictureFile, pictureFile } from "./verification/send-picture.ts";
export { findReopenable } from "./verification/verifications-store.ts";
export { approveIntroduction, rejectIntroduction } from "./voice/decide-introduction.ts";
export {
  findDecisionsWithIntroduction,
  findKeptIntroductions,
  lockActiveIntroduction,
} from "./voice/introductions-store.ts";
export { readRecording } from "./voice/read-recording.ts";
export { sealSound } from "./voice/seal-sound.ts";
export {
  findIntroductionOwner,
  introductionFileOf,
  keptIntroductionFile,
  waitingIntroductionFile,
} from "./voice/serve-introduction.ts";
export { soundTypeOf, voiceFile, voiceFolder, voiceKey } from "./voice/sound-file.ts";
export { withdrawConsents } from "./withdraw-consents.ts";

export const profiles = defineFeature({
  routes: profilesRoutes,
  endpoints: [servePhotos, serveVoiceIntroductions],
  jobs: [
    removePhotoFiles,
    removeUnfinishedPhoto,
    checkPicture,
    removeUnfinishedPicture,
    purgeVerifications,
    purgeSealed,
    notifyTextShown,
    removeUnfinishedIntroduction,
    removeIntroductionFiles,
  ],
  memberData,
  retention: [
    // so that the same picture is not used again
    { table: "rejected_photos", column: "rejected_at", keepDays: 5 * 365 },
  ],
});
