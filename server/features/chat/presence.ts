import { markLeft, onlineSince } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import type { Services } from "#server/services.ts";
import { findAudience, findInactive, findTypingAudience } from "./presence-store.ts";

/** Tracks which members have a visible page in this process. */
export type Presence = ReturnType<typeof createPresence>;

/** Tells conversation partners: offline only minutes after the last activity (D4.3), not as a page closes. */
export function createPresence({ db, events, clock, log }: Pick<Services, "db" | "events" | "clock" | "log">) {
  /** When each member closed their last page, in milliseconds. */
  const leftAt = new Map<string, number>();
  /** The same, as long as `last_active_at` of the member does not say it. */
  const unrecorded = new Map<string, Date>();
  const publishPresence = async (memberId: string, { online }: { online: boolean }) => {
    const audience = await findAudience(db, memberId, onlineSince(clock.now()));
    for (const other of audience) events.publish(other, { type: "presence", member: memberId, online });
  };
  return {
    pageOpened(memberId: string): void {
      unrecorded.delete(memberId);
      if (leftAt.delete(memberId)) return;
      publishPresence(memberId, { online: true }).catch((error: unknown) =>
        log.warn({ err: error }, "can't publish who is online"),
      );
    },
    lastPageClosed(memberId: string): void {
      const now = clock.now();
      leftAt.set(memberId, now.getTime());
      unrecorded.set(memberId, now);
    },
    /** Records when members left whose page did not say so itself (R4.23), as that of a phone without a network. */
    async recordLeft(): Promise<void> {
      const left = new Map(unrecorded);
      await markLeft(db, left);
      for (const [memberId, at] of left) if (unrecorded.get(memberId) === at) unrecorded.delete(memberId);
    },
    /** Tells that members whose last page closed some minutes ago are offline; called every minute. */
    async publishOffline(): Promise<void> {
      const since = onlineSince(clock.now());
      const gone: string[] = [];
      for (const [memberId, at] of leftAt) if (at <= since.getTime()) gone.push(memberId);
      if (gone.length === 0) return;
      for (const memberId of gone) leftAt.delete(memberId);
      // a member who has a page in another process, or makes calls without one, is still here
      for (const memberId of await findInactive(db, gone, since)) await publishPresence(memberId, { online: false });
    },
  };
}

/** Tells the other member that the caller writes, if both show it; the answer does not say. Held messages don't. */
export async function showTyping(ctx: Pick<MemberContext, "db" | "viewer" | "emit">, conversationId: string) {
  const audience = await findTypingAudience(ctx.db, ctx.viewer.memberId, conversationId);
  if (!audience) throw fail("conversation_not_found");
  if (audience.shown) ctx.emit(audience.other_id, { type: "typing", conversation: conversationId });
}
