import { createPublicKey } from "node:crypto";
import type { z } from "zod";
import type { pushSubscription } from "#contract/notifications.ts";
import { timeZoneOf } from "#server/http/cookies.ts";
import { failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { saveSubscription } from "./push-store.ts";

/** Whether the keys have the form that browsers make: an uncompressed P-256 point, and 16 bytes. */
function areKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, "base64url").length !== 16) return false;
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  try {
    createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}

/** Stores this device's subscription, for as long as its session lasts. */
export async function subscribePush(
  ctx: MemberContext,
  { endpoint, keys }: z.output<typeof pushSubscription>,
): Promise<void> {
  if (!ctx.services.push.accepts(endpoint)) throw failFields({ "subscription.endpoint": "push_service_unknown" });
  if (!areKeys(keys)) throw failFields({ "subscription.keys": "invalid" });
  const saved = await saveSubscription(ctx.db, {
    tokenHash: ctx.viewer.tokenHash,
    endpoint,
    p256dh: keys.p256dh,
    auth: keys.auth,
    timeZone: timeZoneOf(ctx),
    userAgent: ctx.userAgent,
    now: ctx.now,
  });
  if (!saved) throw failFields({ "subscription.keys": "invalid" });
}
