import type { AttachmentSource } from "#server/hooks.ts";
import { showVoice } from "./rules.ts";
import { findVoicesOf } from "./store.ts";

/** Shows the voice messages of a chat as its readers may hear them. */
export const voiceAttachments: AttachmentSource = {
  kind: "voice",
  async find(db, viewerId, messageIds) {
    const voices = await findVoicesOf(db, messageIds);
    return new Map(voices.map((voice) => [voice.message_id, showVoice(voice, viewerId)]));
  },
};
