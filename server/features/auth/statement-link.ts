import { readToken, signToken } from "#server/crypto/signed-token.ts";
import { uuidAt, uuidBytes } from "#server/lib/uuid-bytes.ts";

const purpose = { use: "statement", owner: "" } as const;
const idBytes = 16;

/**
 * The path of the page that shows one statement to its member without a login, signed (D11.2). It works for as long as
 * the statement exists, and gives access to nothing but the statement and its objection.
 */
export function statementPath(secret: string, statementId: string): string {
  return `/decisions/${signToken({ secret }, purpose, uuidBytes(statementId)).toString("base64url")}`;
}

export function readStatementToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  const body = bytes.toString("base64url") === token ? readToken({ secret }, purpose, bytes, idBytes) : undefined;
  return body && uuidAt(body, 0);
}
