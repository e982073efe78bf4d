import { LRUCache } from "lru-cache";
import { loadViewer, type ViewContext, type ViewerProfile } from "./load-cards.ts";

/** As long as for a session: pages of a search, and counts while filters are chosen, come within seconds. */
const freshMs = 5_000;

/** `profile` is null while it is being read. */
type CachedViewer = { profile: ViewerProfile | null; readAt: number };
const known = new LRUCache<string, CachedViewer>({ max: 10_000 });

/**
 * The viewer's own profile, null for a visitor; cached for five seconds. A change by another process shows after that
 * time, a change by this process immediately (`forgetViewer`).
 */
export async function loadKnownViewer(ctx: ViewContext): Promise<ViewerProfile | null> {
  if (!ctx.viewer) return null;
  const { memberId } = ctx.viewer;
  const found = known.get(memberId);
  const age = found ? ctx.now.getTime() - found.readAt : -1;
  if (found?.profile && age >= 0 && age < freshMs) return found.profile;
  const reading: CachedViewer = { profile: null, readAt: ctx.now.getTime() };
  known.set(memberId, reading);
  const profile = await loadViewer(ctx);
  // a change committed during the read may be missing in it: then it is not cached, and the next search reads again
  if (known.get(memberId) === reading) known.set(memberId, { ...reading, profile });
  return profile;
}

/** Call this after committing a change of a member's profile or of their blocks. */
export function forgetViewer(memberId: string): void {
  known.delete(memberId);
}
