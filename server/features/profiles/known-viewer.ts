import { LRUCache } from "lru-cache";
import { loadViewer, type ViewContext, type ViewerProfile } from "./load-cards.ts";

/** As long as a session: pages of a search, and counts of what is being chosen, come within seconds. */
const freshMs = 5_000;

/** `profile` is null while it is being read. */
type Known = { profile: ViewerProfile | null; readAt: number };
const known = new LRUCache<string, Known>({ max: 10_000 });

/**
 * The viewer's own profile, null for a visitor: what was read is used again for five seconds. A change that another process
 * made shows after that time, one of this process at once (`forgetViewer`).
 */
export async function loadKnownViewer(look: ViewContext): Promise<ViewerProfile | null> {
  if (!look.viewer) return null;
  const { memberId } = look.viewer;
  const found = known.get(memberId);
  const age = found ? look.now.getTime() - found.readAt : -1;
  if (found?.profile && age >= 0 && age < freshMs) return found.profile;
  const reading: Known = { profile: null, readAt: look.now.getTime() };
  known.set(memberId, reading);
  const profile = await loadViewer(look);
  // a change that was committed meanwhile may not be in what was read: then the next search reads again
  if (known.get(memberId) === reading) known.set(memberId, { ...reading, profile });
  return profile;
}

/** To be called once a change of a member's profile, or of whom they block, is committed. */
export function forgetViewer(memberId: string): void {
  known.delete(memberId);
}
