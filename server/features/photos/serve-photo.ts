import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Platform, Site } from "#server/platform.ts";
import { type Format, maySeePhoto, mediaTypes, photoFolder, type Variant } from "./rules.ts";
import { findPhoto } from "./store.ts";

export type ServePhotos = {
  platform: Pick<Platform, "db" | "files">;
  /** The site of the request's host, and who is logged in there. */
  callerOf(request: FastifyRequest): Promise<{ site: Site; viewer: { memberId: string } | null }>;
};

const photoId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fileName = /^(thumb|card|full|blurred)\.(webp|jpg)$/;

/**
 * `GET /photos/{id}/{variant}.{webp|jpg}`: each file is checked against its viewer on each request (D8.1). What may
 * not be seen is a 404, like what is not there. A photo's files never change, so a browser may keep what it was given.
 */
export const servePhotos: FastifyPluginAsync<ServePhotos> = async (app, { platform, callerOf }) => {
  app.get<{ Params: { id: string; file: string } }>("/photos/:id/:file", async (request, reply) => {
    const bytes = await bytesFor(request, request.params.id, request.params.file);
    if (!bytes) return reply.code(404).header("cache-control", "no-store").send();
    const format = request.params.file.split(".")[1] as Format;
    return reply
      .header("cache-control", "private, max-age=31536000, immutable")
      .header("x-content-type-options", "nosniff")
      .header("cross-origin-resource-policy", "same-origin")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .type(mediaTypes[format])
      .send(bytes);
  });

  async function bytesFor(request: FastifyRequest, id: string, file: string): Promise<Buffer | null> {
    if (!photoId.test(id) || !fileName.test(file)) return null;
    const { site, viewer } = await callerOf(request);
    const photo = await findPhoto(platform.db, site.id, id);
    const variant = file.split(".")[0] as Variant;
    const visitorsSearch = site.settings.logged_out_search !== "none";
    if (!photo || !maySeePhoto(photo, variant, viewer, visitorsSearch)) return null;
    return platform.files.get(`${photoFolder(photo)}${file}`);
  }
};
