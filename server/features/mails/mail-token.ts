import { readToken, signToken } from "#server/signed-token.ts";
import { uuidAt, uuidBytes } from "#server/uuid-bytes.ts";

/** What a report about a mail says of it: which mail to which account, and which of its mail epochs that was in. */
export type SentMail = { accountId: string; mailId: string; epoch: number };

/** The name under which Postmark keeps the token and reports it. */
export const metadataField = "mail";

const bodyBytes = 36;
/** Signed for the address, so that a report about an address that the member has left behind proves nothing. */
const purposeOf = (address: string) => ({ use: "mail-feedback", owner: address.toLowerCase() }) as const;

/**
 * The token in a mail's Message-ID, by which reports about the mail find its receiver (R4.08). It grants nothing: only
 * reports that come through the authenticated endpoint are read.
 */
export function mailToken(secret: string, { accountId, mailId, epoch, address }: SentMail & { address: string }) {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(epoch);
  const body = Buffer.concat([uuidBytes(accountId), uuidBytes(mailId), count]);
  return signToken({ secret }, purposeOf(address), body).toString("base64url");
}

/** The account that a token names, before its signature is checked; undefined if it is no token. */
export function accountOfToken(token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  return bytes.length > bodyBytes && bytes.toString("base64url") === token ? uuidAt(bytes, 0) : undefined;
}

/** The mail of a token; undefined if we did not send it to this address. */
export function readMailToken(secret: string, token: string, address: string): SentMail | undefined {
  const body = readToken({ secret }, purposeOf(address), Buffer.from(token, "base64url"), bodyBytes);
  return body && { accountId: uuidAt(body, 0), mailId: uuidAt(body, 16), epoch: body.readUInt32BE(32) };
}
