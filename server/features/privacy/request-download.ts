import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { renewDownload } from "./download-store.ts";
import { prepareDownload } from "./prepare-download.ts";
import { downloadPause } from "./rules.ts";

/**
 * Has the archive of everything held about the caller built (D3.9), in the call's transaction; an earlier one is given
 * up for it. Throws `download_too_soon` where one was asked for within a day.
 */
export async function requestDownload(ctx: MemberContext): Promise<void> {
  const { db, viewer, site, now, services } = ctx;
  const id = services.random.uuid();
  const wish = { id, memberId: viewer.memberId, siteId: site.id, origin: ctx.origin, now };
  const last = await renewDownload(db, wish, new Date(now.getTime() - downloadPause));
  if (last) {
    const wait = last.getTime() + downloadPause - now.getTime();
    throw fail("download_too_soon", { retryAfter: Math.ceil(wait / 1000) });
  }
  await services.jobs.add(db, prepareDownload, { id });
}
