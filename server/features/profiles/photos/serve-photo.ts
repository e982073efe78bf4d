import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { isUuid } from "#contract/uuid.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { visitorsSee } from "#server/features/sites/index.ts";
import { mayBeShown, maySeeMembers } from "#server/features/visibility/index.ts";
import { secondsSigned } from "#server/photo-url.ts";
import { findPhoto } from "./photos-store.ts";
import { type Format, fileKey, maySeePhoto, photoFolder, photoLock, type Variant } from "./rules.ts";
import { type ServedPhoto, sendPhotoFile } from "./send-photo-file.ts";

const filePattern = /^(thumb|card|full|blurred|whole)(?:-([0-9a-f]{8}))?\.(webp|jpg)$/;

/**
 * `GET /photos/{id}/{variant}[-{edition}].{webp|jpg}`: each request checks that the viewer may see the file. A
 * file they may not see is a 404, as for a missing one. The files of an edition never change, so browsers may cache
 * them, but shared caches may not. The address of an earlier edition serves the current file. `whole` is the uncropped
 * picture, only for its owner.
 *
 * `GET /photos/{id}/{signature}/{variant}…`: for another host, which does not get the session cookie. The server gave
 * the signature to a viewer who may see this file. A shared cache may keep the file as long as the signature is valid.
 */
export const servePhotos: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  type Params = { id: string; file: string; signature?: string };
  const answer = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) =>
    sendPhotoFile(request, reply, await findFile(request, request.params));
  app.get<{ Params: Params }>("/photos/:id/:file", { config: { limit: "file" } }, answer);
  app.get<{ Params: Params }>("/photos/:id/:signature/:file", answer);

  async function findFile(request: FastifyRequest, { id, file, signature }: Params): Promise<ServedPhoto | null> {
    const [, name, edition = "", format] = filePattern.exec(file) ?? [];
    if (!isUuid(id) || name === undefined) return null;
    const [fileName = ""] = file.split(".");
    const seconds = signature === undefined ? 0 : secondsSigned(services, id, fileName, signature);
    if (signature !== undefined && seconds === 0) return null;
    const { site, viewer } = await callerOf(request);
    const viewerId = viewer?.memberId ?? null;
    const [row, ageProved] = await Promise.all([
      findPhoto(services.db, site.id, id, viewerId),
      maySeeMembers(services.db, site, viewer),
    ]);
    const visitorsSearch = visitorsSee(site.settings, request) !== "none";
    if (!row) return null;
    const photo = {
      id,
      siteId: row.site_id,
      memberId: row.member_id,
      status: row.photo_status,
      main: row.main,
      locked: photoLock(
        { memberId: row.member_id, premium: row.premium, main: row.main, rank: row.rank },
        viewer && { memberId: viewer.memberId, premium: row.viewer_premium },
        site.settings,
        { ageProved },
      ),
      shown: mayBeShown(row, site.id, viewerId),
      blocked: row.blocked && mayBeShown({ ...row, blocked: false }, site.id, viewerId),
    };
    const isWhole = name === "whole";
    const isSigned = seconds > 0;
    const isAllowed = isWhole
      ? viewerId === row.member_id
      : maySeePhoto(photo, name as Variant, viewer, { visitorsSearch });
    if (!isSigned && !isAllowed) return null;
    const current = isWhole ? { variant: "full", edition: "" } : { variant: name, edition: row.edition };
    const key = fileKey(photoFolder(photo), current.variant as Variant, current.edition, format as Format);
    const bytes = await services.files.get(key);
    if (!bytes) return null;
    const immutable = edition === current.edition && row.photo_status === "active";
    return {
      bytes,
      format: format as Format,
      etag: `"${id}-${current.variant}${current.edition}.${format}"`,
      immutable,
      sharedSeconds: seconds,
    };
  }
};
