import { readToken, signToken } from "#server/crypto/signed-token.ts";
import { uuidAt, uuidBytes } from "#server/lib/uuid-bytes.ts";

const purpose = { use: "ban-request", owner: "" } as const;
const idBytes = 16;

/**
 * The path of the page that confirms a request to be banned, and undoes the ban, signed. It is mailed to the address
 * that the request concerns, and nowhere else: the mailbox proves the sender (D11.9).
 */
export function banRequestPath(secret: string, id: string): string {
  return `/ban-request/${signToken({ secret }, purpose, uuidBytes(id)).toString("base64url")}`;
}

/** The id of the request of a token; undefined if the token is not one of ours. */
export function readBanToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  const body = bytes.toString("base64url") === token ? readToken({ secret }, purpose, bytes, idBytes) : undefined;
  return body && uuidAt(body, 0);
}
