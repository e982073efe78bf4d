import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { renewDownload } from "./download-store.ts";
import { prepareDownload } from "./prepare-download.ts";
import { downloadPause } from "./rules.ts";

/**
 * Queues a job that builds the archive of everything stored about the caller (D3.9), in the request's transaction. It
 * replaces an earlier archive.
 */
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
