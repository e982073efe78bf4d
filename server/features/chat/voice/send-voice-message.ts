import type { z } from "zod";
import { maxVoiceSeconds, type sendVoiceMessage as sendCall } from "#contract/voice.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { readRecording, voiceFolder, voiceKey, withNewFiles } from "#server/features/profiles/index.ts";
import { assertAgeAssured } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import type { Sent } from "../draft.ts";
import { assertMayWrite } from "../first-messages/assert-may-write.ts";
import { requireParties } from "../require-parties.ts";
import { isDearerThan, priceFor } from "../rules.ts";
import { findSent, sendMessage } from "../send-message.ts";
import { withAttachment } from "../with-attachment.ts";
import { voiceAttachments } from "./attachment.ts";
import { removeUnfinishedVoice } from "./jobs.ts";
import { showVoice } from "./rules.ts";
import { findVoiceUpload, hasWritten, insertVoice } from "./store.ts";

type Voice = z.output<typeof sendCall.body>;

/**
 * Sends a voice message in a chat in which both have written, and charges its credits, all or nothing. It writes the
 * file first, then the message and the row in one transaction, so that no row ever lacks its file. A job removes a file
 * that has no row. Everything that does not depend on the recording is checked before the recording is copied.
 */
export async function sendVoiceMessage(
  ctx: MemberContext,
  { member: to, file, waveform, credits: seen }: Voice,
): Promise<Sent> {
  const { services, site, viewer, key, now } = ctx;
  const { db, files, random, jobs } = services;
  const from = viewer.memberId;
  const { sha256 } = file;
  const kind = "voice" as const;
  const isSame = async (conn: typeof db, messageId: string) =>
    (await findVoiceUpload(conn, messageId))?.body_hash.equals(sha256) ?? false;
  const repeated = await findSent({ db }, { from, to, text: "", key }, { kind, isSame });
  if (repeated) return await withAttachment(ctx, voiceAttachments, repeated);

  const credits = await assertMaySend(ctx, to, seen);
  const voice = { siteId: site.id, memberId: from, id: random.uuid() };
  const folder = voiceFolder(voice);
  await jobs.add(db, removeUnfinishedVoice, voice);
  return await withNewFiles(files, folder, async (named) => {
    const { bytes, mediaType: media_type, seconds } = await readRecording(file, maxVoiceSeconds);
    await files.put(voiceKey(voice, media_type), bytes, media_type);
    const row = { id: voice.id, site_id: site.id, author_id: from, media_type, seconds, waveform };
    const sound = { ...row, status: "active", reason: null, credits: 0 };
    const sent = await sendMessage(ctx, {
      from,
      to,
      text: "",
      key,
      attachment: {
        kind,
        credits,
        isSame,
        insert: async (wallet, messageId) => {
          // a block or a message that was taken back may have ended the chat of the two meanwhile
          if (!(await hasWritten(wallet, { from: to, to: from }))) throw fail("voice_needs_answer");
          await insertVoice(wallet, { ...row, message_id: messageId, body_hash: sha256, created_at: now });
          named();
        },
        toAuthor: showVoice(sound, from),
        toRecipient: showVoice(sound, to),
      },
    });
    const upload = await findVoiceUpload(db, sent.message.id);
    if (upload?.id === voice.id) return sent;
    // a concurrent request with the same key was faster
    await files.remove(folder);
    return await withAttachment(ctx, voiceAttachments, sent);
  });
}

/** The price. Throws what `sendMessage` would throw afterwards, so that no recording is copied in vain. */
async function assertMaySend(ctx: MemberContext, to: string, seen: number | undefined): Promise<number> {
  const { db, site, viewer, now } = ctx;
  const from = viewer.memberId;
  if (!site.settings.voice_messages) throw fail("voice_off");
  if (from === to) throw fail("own_profile");
  const parties = await requireParties(db, site.id, from, to);
  const credits = priceFor(parties, site.settings.voice_credits);
  if (isDearerThan(credits, seen)) throw fail("message_price_changed");
  await assertAgeAssured(db, site, from);
  if (parties.status !== "active") throw fail("account_not_confirmed");
  await assertMayWrite(db, site.id, parties, { from, to, now });
  const haveBothWritten = parties.answered && (await hasWritten(db, { from, to }));
  if (!haveBothWritten) throw fail("voice_needs_answer");
  if ((await balanceOf(db, from)) < credits) throw fail("not_enough_credits");
  return credits;
}
