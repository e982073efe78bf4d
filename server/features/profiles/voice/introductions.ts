import type { z } from "zod";
import {
  maxIntroductionSeconds,
  type OwnIntroduction,
  type uploadVoiceIntroduction as uploadCall,
} from "#contract/voice-introductions.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { assertAgeAssured } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { withNewFiles } from "../photos/store-picture.ts";
import {
  findIntroductionByKey,
  findOwnIntroductions,
  insertVoiceIntroduction,
  removeIntroduction,
} from "./introductions-store.ts";
import { removeUnfinishedIntroduction } from "./jobs.ts";
import { readRecording } from "./read-recording.ts";
import { showOwnIntroduction } from "./rules.ts";
import { voiceFolder, voiceKey } from "./sound-file.ts";

/** A member's own voice introduction. */
export async function listOwnIntroduction({ db, viewer }: MemberContext): Promise<OwnIntroduction> {
  return showOwnIntroduction(await findOwnIntroductions(db, viewer.memberId));
}

/**
 * Stores a recording for inspection, in place of another one that waits. It writes the file first, then the row, so
 * that no row lacks its file; a job removes a file without a row. A retry with the same key stores nothing more.
 */
export async function uploadIntroduction(
  ctx: MemberContext,
  { file, waveform }: z.output<typeof uploadCall.body>,
): Promise<OwnIntroduction> {
  const { services, site, viewer, key, now } = ctx;
  const { db, files, random, jobs } = services;
  const { memberId } = viewer;
  const isStored = async () => await isUploaded(db, { memberId, key, sha256: file.sha256 });
  if (await isStored()) return await listOwnIntroduction(ctx);
  if (!site.settings.voice_introductions) throw fail("voice_off");
  await assertAgeAssured(db, site, memberId);
  const sound = { siteId: site.id, memberId, id: random.uuid() };
  await jobs.add(db, removeUnfinishedIntroduction, sound);
  try {
    await withNewFiles(files, voiceFolder(sound), async (named) => {
      const { bytes, mediaType: media_type, seconds } = await readRecording(file, maxIntroductionSeconds);
      await files.put(voiceKey(sound, media_type), bytes, media_type);
      const row = { id: sound.id, site_id: site.id, member_id: memberId, media_type, seconds, waveform };
      await inTransaction(db, async (trx) => {
        await insertVoiceIntroduction(trx, { ...row, key, body_hash: file.sha256, created_at: now });
        named();
      });
    });
  } catch (error) {
    // a concurrent request with the same upload may have stored it
    if (!(await isStored())) throw error;
  }
  return await listOwnIntroduction(ctx);
}

type Upload = { memberId: string; key: string; sha256: Buffer };

async function isUploaded(db: Db, { memberId, key, sha256 }: Upload): Promise<boolean> {
  const upload = await findIntroductionByKey(db, memberId, key);
  if (upload && !upload.body_hash.equals(sha256)) throw fail("idempotency_key_reused");
  return upload !== undefined;
}

export async function deleteIntroduction(ctx: Mutating<MemberContext>, id: string): Promise<OwnIntroduction> {
  await removeIntroduction(ctx.db, ctx.viewer.memberId, id);
  return await listOwnIntroduction(ctx);
}
