import { createHash } from "node:crypto";
import { type NotificationKind, notificationKinds } from "#contract/notifications.ts";
import { readToken, signToken } from "#server/crypto/signed-token.ts";
import { uuidAt, uuidBytes } from "#server/lib/uuid-bytes.ts";

const kindBytes = 4;
const bodyBytes = 16 + kindBytes;
const purpose = { use: "unsubscribe", owner: "" } as const;

/** What stands for a kind in a token: of its name, so that it stays when kinds are added. */
const markOf = (kind: NotificationKind) => createHash("sha256").update(kind).digest().subarray(0, kindBytes);

/**
 * The token in a notification mail (D9.2, RFC 8058): account and kind, signed. It does not expire, because members
 * unsubscribe from old mails too, and it gives access to nothing but these switches.
 */
export function unsubscribeToken(secret: string, accountId: string, kind: NotificationKind): string {
  const body = Buffer.concat([uuidBytes(accountId), markOf(kind)]);
  return signToken({ secret }, purpose, body).toString("base64url");
}

/** The account and kind of a token; undefined if the token is not one of ours. */
export function readUnsubscribeToken(
  secret: string,
  token: string,
): { accountId: string; kind: NotificationKind } | undefined {
  const bytes = Buffer.from(token, "base64url");
  const body = bytes.toString("base64url") === token ? readToken({ secret }, purpose, bytes, bodyBytes) : undefined;
  const kind = body && notificationKinds.find((each) => markOf(each).equals(body.subarray(16)));
  if (!kind) return undefined;
  return { accountId: uuidAt(body, 0), kind };
}
