import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { isUuid } from "#contract/uuid.ts";
import type { Db } from "#server/db/pool.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { voiceFile, voiceKey } from "#server/features/profiles/index.ts";
import { mayBeShown } from "#server/features/visibility/index.ts";
import { sendSound } from "#server/http/send-sound.ts";
import { findAudible, findVoice, type WhichVoice } from "./store.ts";

/**
 * `GET /voice-messages/{id}.{webm|m4a}`: for the two members of the chat only, as long as they have the chat and may
 * see each other; each request checks that. All others get a 404, as for a missing file. Browsers must revalidate each
 * time, because a voice message can be rejected after it was heard.
 */
export const serveVoiceMessages: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  app.get<{ Params: { file: string } }>(
    "/voice-messages/:file",
    { config: { limit: "file" } },
    async (request, reply) => sendSound(request, reply, await find(request, request.params.file)),
  );

  async function find(request: FastifyRequest, file: string) {
    const [id = ""] = file.split(".", 1);
    if (!isUuid(id)) return null;
    const { site, viewer } = await callerOf(request);
    const voice = viewer && (await findAudible(services.db, site.id, viewer.memberId, id));
    if (!voice || !mayBeShown(voice, site.id, viewer.memberId)) return null;
    const { media_type: type, author_id: memberId } = voice;
    if (file !== voiceFile(id, type)) return null;
    const bytes = await services.files.get(voiceKey({ siteId: site.id, memberId, id }, type));
    return bytes && { bytes, type, etag: `"${file}"` };
  }
};

/** The file of a voice message, for staff; null if it is removed. */
export async function voiceFileOf(db: Db, which: WhichVoice): Promise<string | null> {
  const voice = await findVoice(db, which);
  return voice ? voiceKey(voice, voice.media_type) : null;
}
