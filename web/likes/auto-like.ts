import type { QueryClient } from "@tanstack/react-query";
import { likesReloadMs } from "#contract/constants.ts";
import { autoLike } from "#contract/likes.ts";
import type { Card } from "#contract/profiles.ts";
import { callByItself } from "#web/lib/call.ts";
import { refreshLive } from "#web/member-parts/live-queries.ts";

/** The sender of today's automatic like, if any. The likes are then loaded again after half a second (R4.20). */
export async function fetchAutoLike(client: QueryClient, reload = refreshLive): Promise<Card | null> {
  const { profile } = await callByItself(autoLike);
  if (profile) setTimeout(() => reload(client, "likes"), likesReloadMs);
  return profile;
}
