import { readToken, signToken } from "#server/crypto/signed-token.ts";
import { uuidAt, uuidBytes } from "#server/lib/uuid-bytes.ts";

/** The mail that a report is about: its id, the account it went to, and the account's mail epoch at that time. */
export type SentMail = { accountId: string; mailId: string; epoch: number };

/** The name of the metadata field in which Postmark stores and reports the token. */
export const metadataField = "mail";

const bodyBytes = 36;
/** The signature covers the address, so that reports about a former address of the member are not valid. */
const purposeOf = (address: string) => ({ use: "mail-feedback", owner: address.toLowerCase() }) as const;

/** A mail's Message-ID has it: reports about the mail find its receiver by it. It grants nothing. */
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
