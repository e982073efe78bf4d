import * as contract from "#contract/answer-promise.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { declineChat } from "./decline-chat.ts";

export const promiseRoutes: Handler[] = [
  handle(contract.declineChat, async (ctx, { body }) => ({
    closed: await declineChat(ctx, { conversation: body.conversation.id, reason: body.reason }),
  })),
];
