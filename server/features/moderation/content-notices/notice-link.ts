import { readToken, signToken } from "#server/crypto/signed-token.ts";
import { uuidAt, uuidBytes } from "#server/lib/uuid-bytes.ts";

const purpose = { use: "notice", owner: "" } as const;
const idBytes = 16;

/** The path of a notice's page, signed. It is mailed to the notifier's address, and nowhere else. */
export function noticePath(secret: string, id: string): string {
  return `/report/${signToken({ secret }, purpose, uuidBytes(id)).toString("base64url")}`;
}

export function readNoticeToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  const body = bytes.toString("base64url") === token ? readToken({ secret }, purpose, bytes, idBytes) : undefined;
  return body && uuidAt(body, 0);
}
