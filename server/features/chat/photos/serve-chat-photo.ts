import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { isUuid } from "#contract/uuid.ts";
import type { Db } from "#server/db/pool.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { type Format, fileKey, sendPhotoFile, type Variant } from "#server/features/profiles/index.ts";
import { mayBeShown, maySeeMembers } from "#server/features/visibility/index.ts";
import { chatPhotoFolder, maySeeFiles } from "./rules.ts";
import { findFiles, findReadable } from "./store.ts";

const filePattern = /^(thumb|card|full|blurred)\.(webp|jpg)$/;

/**
 * `GET /chat-photos/{id}/{variant}.{webp|jpg}`: for the two members of the chat only, as long as they have the chat and
 * may see each other; each request checks that. Another member's photo needs a proof of age on a site that asks
 * for it, except blurred (D11.6). All others get a 404, as for a missing file. Browsers must
 * revalidate each time, because a photo can be rejected after it was seen.
 */
export const serveChatPhotos: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  app.get<{ Params: { id: string; file: string } }>(
    "/chat-photos/:id/:file",
    { config: { limit: "file" } },
    async (request, reply) =>
      sendPhotoFile(request, reply, await find(request, request.params.id, request.params.file)),
  );

  async function find(request: FastifyRequest, id: string, file: string) {
    const [, variant, format] = filePattern.exec(file) ?? [];
    if (!isUuid(id) || variant === undefined) return null;
    const { site, viewer } = await callerOf(request);
    const photo = viewer && (await findReadable(services.db, site.id, viewer.memberId, id));
    if (!photo || !mayBeShown(photo, site.id, viewer.memberId)) return null;
    const { author_id, photo_status: status } = photo;
    if (!maySeeFiles({ author_id, status }, viewer.memberId)) return null;
    const clear = variant !== "blurred" && author_id !== viewer.memberId;
    if (clear && !(await maySeeMembers(services.db, site, viewer))) return null;
    const folder = chatPhotoFolder({ siteId: site.id, memberId: author_id, id });
    const bytes = await services.files.get(fileKey(folder, variant as Variant, "", format as Format));
    return (
      bytes && {
        bytes,
        format: format as Format,
        etag: `"${id}-${variant}.${format}"`,
        immutable: false,
        sharedSeconds: 0,
      }
    );
  }
};

/** The file key of a photo in a chat in full size; null if there is none, or its files are removed. */
export async function chatPhotoFileOf(db: Db, id: string): Promise<string | null> {
  const photo = await findFiles(db, id);
  return photo ? fileKey(chatPhotoFolder(photo), "full", "", "webp") : null;
}

/** The file key of a photo in a chat that waits for inspection, for staff; null if it does not. */
export async function waitingChatPhotoFile(db: Db, id: string): Promise<string | null> {
  const photo = await findFiles(db, id, "inspection");
  return photo ? fileKey(chatPhotoFolder(photo), "full", "", "webp") : null;
}
