import { createReadCache } from "#server/lib/timed-cache.ts";
import { loadViewer, type ViewContext, type ViewerProfile } from "./load-cards.ts";

/**
 * Cached as long as sessions are: the pages of a search, and counts while a user chooses filters, come within seconds.
 */
const viewers = createReadCache<ViewerProfile | null>({ max: 10_000, ttlMs: 5_000 });

/**
 * The viewer's own profile, null for a visitor; cached for five seconds. A change by another process takes effect after
 * that time, a change by this process at once (`invalidateViewer`).
 */
export async function loadCachedViewer(ctx: ViewContext): Promise<ViewerProfile | null> {
  return ctx.viewer ? await viewers.get(ctx.viewer.memberId, ctx.now, () => loadViewer(ctx)) : null;
}

/** Call this after committing a change of a member's profile or of their blocks. */
export function invalidateViewer(memberId: string): void {
  viewers.delete(memberId);
}
