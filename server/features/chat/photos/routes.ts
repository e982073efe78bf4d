import * as contract from "#contract/chat-photos.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { sendChatPhoto } from "./send-chat-photo.ts";

export const chatPhotosRoutes: Handler[] = [
  handle(contract.sendChatPhoto, (ctx, { body }) => sendChatPhoto(ctx, body)),
];
