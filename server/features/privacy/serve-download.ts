import type { FastifyPluginAsync } from "fastify";
import { dayOf } from "#contract/days.ts";
import { isUuid } from "#contract/uuid.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { findReady } from "./download-store.ts";
import { downloadFolder } from "./rules.ts";

/**
 * `GET /data-downloads/{id}`: serves a member's own archive, until it expires (D3.9). Access is checked on each request
 * and no cache stores the response. A forbidden archive is a 404, like a missing one.
 */
export const serveDownloads: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  const { db, files, clock } = services;
  app.get<{ Params: { id: string } }>(
    "/data-downloads/:id",
    { config: { limit: "document" } },
    async (request, reply) => {
      const { id } = request.params;
      const { site, viewer } = await callerOf(request);
      const own = viewer && isUuid(id) ? { id, siteId: site.id, memberId: viewer.memberId } : null;
      const archive = own && (await findReady(db, { ...own, now: clock.now() }));
      const bytes = archive && (await files.get(`${downloadFolder(own)}data.zip`));
      if (!bytes) return reply.code(404).header("cache-control", "no-store").send();
      const day = dayOf(archive.requested_at);
      return reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="my-data-${day}.zip"`)
        .header("content-security-policy", "default-src 'none'; sandbox")
        .type("application/zip")
        .send(bytes);
    },
  );
};
