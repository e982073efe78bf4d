import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { isUuid } from "#contract/uuid.ts";
import type { Db } from "#server/db/pool.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { mayBeShown, maySeeMembers } from "#server/features/visibility/index.ts";
import { sendSound } from "#server/http/send-sound.ts";
import { findAudibleIntroduction, findVoiceIntroduction } from "./introductions-store.ts";
import { mayHear } from "./rules.ts";
import { voiceFile, voiceKey } from "./sound-file.ts";

/**
 * `GET /voice-introductions/{id}.{webm|m4a}`: for members who may see the profile, and for its owner; each request
 * checks that. All others get a 404, as for a missing file. Browsers must revalidate each time, because a voice
 * introduction can be rejected or deleted after it was heard.
 */
export const serveVoiceIntroductions: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  app.get<{ Params: { file: string } }>(
    "/voice-introductions/:file",
    { config: { limit: "file" } },
    async (request, reply) => sendSound(request, reply, await find(request, request.params.file)),
  );

  async function find(request: FastifyRequest, file: string) {
    const { db, files } = services;
    const [id = ""] = file.split(".", 1);
    if (!isUuid(id)) return null;
    const { site, viewer } = await callerOf(request);
    if (!viewer) return null;
    const [row, ageProved] = await Promise.all([
      findAudibleIntroduction(db, site.id, viewer.memberId, id),
      maySeeMembers(db, site, viewer),
    ]);
    if (!row) return null;
    const { member_id: memberId, sound_status: status, media_type: type } = row;
    const isShown = site.settings.voice_introductions && mayBeShown(row, site.id, viewer.memberId);
    if (!mayHear({ memberId, status, isShown, ageProved }, viewer.memberId) || file !== voiceFile(id, type))
      return null;
    const bytes = await files.get(voiceKey({ siteId: site.id, memberId, id }, type));
    return bytes && { bytes, type, etag: `"${file}"` };
  }
};

type Which = Parameters<typeof findVoiceIntroduction>[1];

/** The file of a voice introduction, for staff; null if it is deleted. */
export async function introductionFileOf(db: Db, which: Which): Promise<string | null> {
  const sound = await findVoiceIntroduction(db, which);
  return sound ? voiceKey(sound, sound.media_type) : null;
}

const fileOfAny = (statuses: readonly string[]) => async (db: Db, id: string) => {
  const sound = await findVoiceIntroduction(db, { introduction: id });
  return sound && statuses.includes(sound.status) ? voiceKey(sound, sound.media_type) : null;
};

/** The same of one that waits for inspection. */
export const waitingIntroductionFile = fileOfAny(["inspection"]);

/** The same of one that stands in its owner's file: its owner has neither deleted nor replaced it. */
export const keptIntroductionFile = fileOfAny(["inspection", "active", "rejected"]);

export async function findIntroductionOwner(db: Db, id: string): Promise<string | undefined> {
  return (await findVoiceIntroduction(db, { introduction: id }))?.memberId;
}
