import { defineFeature } from "#server/feature.ts";
import { photoAttachments } from "./attachment.ts";
import { checkChatPicture, notifyPhotoInspected, removeChatPhotoFiles, removeUnfinishedChatPhoto } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { chatPhotosRoutes } from "./routes.ts";
import { serveChatPhotos } from "./serve-chat-photo.ts";

export { approveChatPhoto, listWaitingPhotos, rejectChatPhoto } from "./inspect-chat-photo.ts";
export { chatPhotoFileOf, isReceivedPhoto, waitingChatPhotoFile } from "./reported-photo.ts";
export { chatPhotoFolder } from "./rules.ts";

export const chatPhotos = defineFeature({
  routes: chatPhotosRoutes,
  endpoints: [serveChatPhotos],
  jobs: [removeUnfinishedChatPhoto, checkChatPicture, notifyPhotoInspected, removeChatPhotoFiles],
  memberData,
  attachments: [photoAttachments],
});
