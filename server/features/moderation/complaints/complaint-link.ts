import { readToken, signToken } from "#server/crypto/signed-token.ts";
import { uuidAt, uuidBytes } from "#server/lib/uuid-bytes.ts";

const purpose = { use: "complaint", owner: "" } as const;
const idBytes = 16;

/**
 * The path of a complaint's page, signed. It is mailed to the address in the complaint, and gives access to nothing but
 * what was written about it.
 */
export function complaintPath(secret: string, id: string): string {
  return `/complaint/${signToken({ secret }, purpose, uuidBytes(id)).toString("base64url")}`;
}

export function readComplaintToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  const body = bytes.toString("base64url") === token ? readToken({ secret }, purpose, bytes, idBytes) : undefined;
  return body && uuidAt(body, 0);
}
