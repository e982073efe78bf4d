import { sql } from "kysely";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { fraudWarningDays } from "#contract/fraud-warnings.ts";
import { giftsOnPage } from "#contract/gifts.ts";
import { defineFeature } from "#server/feature.ts";
import { technical } from "#server/member-data.ts";
import { onMemberPage } from "#server/member-page.ts";
import { pairTable } from "#server/pair-table.ts";
import { countAnswerOdds } from "./first-messages/count-odds.ts";
import { giftAttachments, loadShelf } from "./gifts/list-gifts.ts";
import { giftsRoutes } from "./gifts/routes.ts";
import { memberData } from "./member-data.ts";
import { chatPart } from "./member-page.ts";
import { messageNotice } from "./news.ts";
import { photoAttachments } from "./photos/attachment.ts";
import {
  checkChatPicture,
  notifyPhotoInspected,
  removeChatPhotoFiles,
  removeUnfinishedChatPhoto,
} from "./photos/jobs.ts";
import { serveChatPhotos } from "./photos/serve-chat-photo.ts";
import { settlePromises } from "./promise/settle-promise.ts";
import { chatRoutes } from "./routes.ts";
import { purgeFirstMessages } from "./safety/record-first-message.ts";
import { firstMessageDays } from "./safety/rules.ts";
import { endLeftTalks } from "./talks/jobs.ts";
import { talksRoutes } from "./talks/routes.ts";
import { countTalks } from "./talks/talks-store.ts";
import { voiceAttachments } from "./voice/attachment.ts";
import { notifyVoiceRejected, removeUnfinishedVoice, removeVoiceFiles } from "./voice/jobs.ts";
import { serveVoiceMessages } from "./voice/serve-voice.ts";

export type { AttachmentContext } from "./attachments.ts";
export { deleteConversation, findChattedWith, findPairs, noPair, selectUnread } from "./conversations-store.ts";
export {
  type ChatLine,
  copyConversation,
  findConversationOf,
  findMessageFrom,
  withFileIds,
} from "./copy-conversation.ts";
export { type Delivery, deliverHeld, lockDelivery } from "./deliver-held.ts";
export { countOdds } from "./first-messages/count-odds.ts";
export { openGift } from "./gifts/open-gift.ts";
export { sendGift } from "./gifts/send-gift.ts";
export { countHeld } from "./held-messages-store.ts";
export { holdMessage } from "./hold-message.ts";
export { loadChatPart } from "./member-page.ts";
export { approveChatPhoto, rejectChatPhoto } from "./photos/inspect-chat-photo.ts";
export { chatPhotoFolder } from "./photos/rules.ts";
export { chatPhotoFileOf, waitingChatPhotoFile } from "./photos/serve-chat-photo.ts";
export { findPhotosWithFiles, isReceivedPhoto, lockPhotoOfMessage } from "./photos/store.ts";
export { createPresence, type Presence } from "./presence.ts";
export { type Contact, countContacts, findContacts } from "./promise/answer-promises-store.ts";
export { giveBackForFraud } from "./promise/settle-promise.ts";
export { findQuotesForStaff, type QuoteForStaff } from "./quotes-for-staff.ts";
export { heldLimit, writingOf } from "./rules.ts";
export { closeOpenReview as closeReview, closeReviewOf } from "./safety/first-messages-store.ts";
export { hashText, reviewMs } from "./safety/rules.ts";
export { sendMessage } from "./send-message.ts";
export { readChat } from "./show-chat.ts";
export { endTalksBetween } from "./talks/run-talk.ts";
export { findRing } from "./talks/show-talk.ts";
export { findTalkOf } from "./talks/talks-store.ts";
export { rejectVoice } from "./voice/reject-voice.ts";
export { voiceFileOf } from "./voice/serve-voice.ts";
export { findDecisionsWithVoice, findVoicesWithFiles, lockVoiceOfMessage } from "./voice/store.ts";

export const chat = defineFeature({
  jobs: [
    settlePromises,
    countAnswerOdds,
    purgeFirstMessages,
    removeUnfinishedChatPhoto,
    checkChatPicture,
    notifyPhotoInspected,
    removeChatPhotoFiles,
    removeUnfinishedVoice,
    notifyVoiceRejected,
    removeVoiceFiles,
    endLeftTalks,
  ],
  memberData,
  pairTables: [
    pairTable("talks", ["asker_id", "asked_id"], {
      // they show in the chat, which is loaded anew
      inListsOf: [],
      parts: {
        asker_id: {
          part: "calls_asked_for",
          withheld: { ending: "whether the other member did not want to is theirs to tell", silent: "the same" },
        },
        asked_id: { part: "calls_received", withheld: { silent: technical, ring_until: technical } },
      },
      orderBy: "asked_at",
    }),
  ],
  routes: [...chatRoutes, ...giftsRoutes, ...talksRoutes],
  notices: [messageNotice],
  memberPage: [chatPart, onMemberPage(giftsOnPage, async ({ db }, id) => ({ gifts: await loadShelf(db, id) }))],
  endpoints: [serveChatPhotos, serveVoiceMessages],
  attachments: [photoAttachments, giftAttachments, voiceAttachments],
  gauges: [
    {
      name: "calls",
      help: "calls between members that ring or run, and those that ended within an hour of their ring, by the reason",
      label: "state",
      everyMs: minuteMs / 2,
      readEach: async ({ db, clock }) => await countTalks(db, new Date(clock.now().getTime() - hourMs)),
    },
  ],
  retention: [
    { table: "first_messages", column: "created_at", keepDays: firstMessageDays.plain, where: () => sql`not risky` },
    { table: "first_messages", column: "created_at", keepDays: firstMessageDays.marked },
    { table: "message_risks", column: "created_at", keepDays: firstMessageDays.marked },
    // as long as a ban for fraud looks back
    { table: "blocked_chats", column: "last_at", keepDays: fraudWarningDays },
    // as long as the copy of a chat that a block deleted
    { table: "talks", column: "asked_at", keepDays: 30 },
    // as closed reports
    { table: "reviews", column: "closed_at", keepDays: 365 },
  ],
});
