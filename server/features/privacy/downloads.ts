import type { FastifyPluginAsync } from "fastify";
import { dayOf } from "#contract/days.ts";
import type { DataDownload } from "#contract/privacy.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Db } from "#server/db/pool.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findDownload, findReady, renewDownload } from "./download-store.ts";
import { prepareDownload } from "./prepare-download.ts";
import { archiveKey, downloadPause } from "./rules.ts";

/** Requests it in the request's transaction, and replaces an earlier archive. */
export async function requestDownload(ctx: MemberContext): Promise<void> {
  const { db, viewer, site, now, services } = ctx;
  const id = services.random.uuid();
  const request = { id, memberId: viewer.memberId, siteId: site.id, origin: ctx.origin, now };
  const last = await renewDownload(db, request, new Date(now.getTime() - downloadPause));
  if (last) {
    const wait = last.getTime() + downloadPause - now.getTime();
    throw fail("download_too_soon", { retryAfter: Math.ceil(wait / 1000) });
  }
  await services.jobs.add(db, prepareDownload, { id });
}

/** The state of a member's archive. If it is not built after a day, it failed: the member may request it again. */
export async function showDownload(db: Db, memberId: string, now: Date): Promise<DataDownload> {
  const row = await findDownload(db, memberId);
  if (!row) return { state: "none" };
  const may_ask = now.getTime() - row.requested_at.getTime() >= downloadPause;
  if (row.expires_at) {
    if (row.expires_at <= now) return { state: "none" };
    const address = `/data-downloads/${row.id}`;
    const until = row.expires_at.toISOString();
    return { state: "ready", address, bytes: row.bytes ?? 0, until, may_ask };
  }
  return may_ask ? { state: "none" } : { state: "preparing" };
}

/** How many of their downloads a member may have open in this process. Each holds a connection and a file. */
const openAtOnce = 2;
const retryAfter = 30;
/** A reader that takes nothing for so long is gone, and its place is free again. */
const stalledMs = 60_000;

/**
 * Serves a member's own, until it expires. Checked on each request, stored by no cache; a forbidden one is a 404. It is
 * read as the reader takes it, so that a slow one holds no memory.
 */
export const serveDownloads: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  const { db, files, clock } = services;
  const open = new Map<string, number>();
  const change = (memberId: string, by: number) => {
    const count = (open.get(memberId) ?? 0) + by;
    if (count === 0) open.delete(memberId);
    else open.set(memberId, count);
  };
  app.get<{ Params: { id: string } }>(
    "/data-downloads/:id",
    { config: { limit: "document" } },
    async (request, reply) => {
      const { id } = request.params;
      const { site, viewer } = await callerOf(request);
      const own = viewer && isUuid(id) ? { id, siteId: site.id, memberId: viewer.memberId } : null;
      const archive = own && (await findReady(db, { ...own, now: clock.now() }));
      const notFound = () => reply.code(404).header("cache-control", "no-store").send();
      if (!archive) return notFound();
      const { memberId } = own;
      if ((open.get(memberId) ?? 0) >= openAtOnce) throw fail("downloads_open", { retryAfter });
      change(memberId, 1);
      const file = await files.open(archiveKey(own)).catch((error: unknown) => {
        change(memberId, -1);
        throw error;
      });
      if (!file) {
        change(memberId, -1);
        return notFound();
      }
      file.stream.once("close", () => change(memberId, -1));
      reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
      const day = dayOf(archive.requested_at);
      return reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="my-data-${day}.zip"`)
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("content-length", String(file.bytes))
        .type("application/zip")
        .send(file.stream);
    },
  );
};
