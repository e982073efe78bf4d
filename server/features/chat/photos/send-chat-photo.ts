import type { z } from "zod";
import type { PhotoAttachment } from "#contract/attachments.ts";
import type { sendChatPhoto as sendCall } from "#contract/chat-photos.ts";
import { freeConversations } from "#contract/constants.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import {
  assertNotRejected,
  limitUploads,
  type StoredPicture,
  storePicture,
  uploadFailureOf,
  withNewFiles,
} from "#server/features/profiles/index.ts";
import { assertAgeAssured } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findConversationsLeft } from "../conversations-store.ts";
import type { Sent } from "../draft.ts";
import { assertMayWrite } from "../first-messages/assert-may-write.ts";
import { requireOffer } from "../promise/make-promise.ts";
import { requireParties } from "../require-parties.ts";
import { assertLength, isDearerThan, priceFor } from "../rules.ts";
import { newChatsError } from "../safety/record-first-message.ts";
import { findSent, sendMessage } from "../send-message.ts";
import { withAttachment } from "../with-attachment.ts";
import { photoAttachments } from "./attachment.ts";
import { checkChatPicture, removeUnfinishedChatPhoto } from "./jobs.ts";
import { chatPhotoFolder, showChatPhoto } from "./rules.ts";
import { findUpload, insertChatPhoto } from "./store.ts";

type Photo = z.output<typeof sendCall.body>;

/**
 * Sends a photo in a chat and charges its credits, all or nothing. It writes the files first, then the
 * message and the row in one transaction, so that no row ever lacks its files. A job removes files that have no row.
 * The key covers the file and the text. Everything that does not depend on the picture is checked before the picture is
 * processed.
 */
export async function sendChatPhoto(
  ctx: MemberContext,
  { member: to, text, file, credits: seen, without_promise }: Photo,
): Promise<Sent> {
  const { services, site, viewer, key, now } = ctx;
  const { db, files, random, jobs } = services;
  const from = viewer.memberId;
  const { sha256 } = file;
  const kind = "photo" as const;
  const isSame = async (conn: typeof db, messageId: string) =>
    (await findUpload(conn, messageId))?.body_hash.equals(sha256) ?? false;
  const repeated = await findSent({ db }, { from, to, text, key }, { kind, isSame });
  if (repeated) return await withAttachment(ctx, photoAttachments, repeated);

  const withoutPromise = Boolean(without_promise);
  const credits = await assertMaySend(ctx, { to, text, seen, withoutPromise });
  const photo = { siteId: site.id, memberId: from, id: random.uuid() };
  const folder = chatPhotoFolder(photo);
  await jobs.add(db, removeUnfinishedChatPhoto, photo);
  const store = async (named: () => void) => {
    const { fingerprints, ...picture } = await limitUploads(() => storePicture(services, folder, () => file.read()));
    await assertNotRejected(services, site.id, { sha256, fingerprints });
    const looks = { fingerprints: fingerprints && [...fingerprints], body_hash: sha256 };
    const row = { id: photo.id, site_id: site.id, author_id: from, ...picture, ...looks };
    const sent = await sendMessage(ctx, {
      from,
      to,
      text,
      key,
      withoutPromise,
      attachment: {
        kind,
        credits,
        isSame,
        insert: async (wallet, messageId) => {
          await insertChatPhoto(wallet, { ...row, message_id: messageId, created_at: now });
          named();
          if (services.pictures) await jobs.add(wallet, checkChatPicture, { photo: photo.id });
        },
        ...shownOf(photo.id, from, picture),
      },
    });
    const upload = await findUpload(db, sent.message.id);
    if (upload?.id === photo.id) return sent;
    // a concurrent request with the same key was faster
    await files.remove(folder);
    return await withAttachment(ctx, photoAttachments, sent);
  };
  return await withNewFiles(files, folder, store).catch((error: unknown) => {
    throw uploadFailureOf({ services, now }, { siteId: site.id, memberId: from, isForChat: true }, error);
  });
}

type Asked = { to: string; text: string; seen: number | undefined; withoutPromise: boolean };

/** The price. Throws what `sendMessage` would throw afterwards, so that no picture is processed in vain. */
async function assertMaySend(ctx: MemberContext, { to, text, seen, withoutPromise }: Asked): Promise<number> {
  const { db, site, viewer, now } = ctx;
  const from = viewer.memberId;
  if (from === to) throw fail("own_profile");
  assertLength(text, site.settings.message_length);
  const parties = await requireParties(db, site.id, from, to);
  const credits = priceFor(parties, site.settings.photo_credits);
  if (isDearerThan(credits, seen)) throw fail("message_price_changed");
  await assertAgeAssured(db, site, from);
  if (parties.status !== "active") throw fail("account_not_confirmed");
  await assertMayWrite(db, site.id, parties, { from, to, now });
  if ((await findConversationsLeft(ctx, from, to)) === 0)
    throw fail("conversation_limit", { params: { count: freeConversations } });
  if ((await balanceOf(db, from)) < credits) throw fail("not_enough_credits");
  if (parties.conversation_id !== null) return credits;
  const limited = await newChatsError(db, from, now);
  if (limited) throw limited;
  if (credits > 0) {
    await requireOffer(db, site.settings, { from, to, withoutPromise });
  }
  return credits;
}

/** A photo that was just sent, as its author and as its recipient sees it. */
function shownOf(
  id: string,
  author_id: string,
  picture: Omit<StoredPicture, "fingerprints">,
): { toAuthor: PhotoAttachment; toRecipient: PhotoAttachment } {
  const undecided = { status: "inspection", reason: null, shown_since: null };
  const row = { id, author_id, ...undecided, ...picture, credits: 0, matched: false };
  return { toAuthor: showChatPhoto(row, author_id), toRecipient: showChatPhoto(row, "") };
}
