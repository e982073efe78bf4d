import { readId, signId } from "./crypto/signed-token.ts";

type Secret = Parameters<typeof signId>[0];

/**
 * A link, mailed or handed on, opens it without a login, by a signed id. It works as long as that exists, and opens
 * nothing else.
 */
const paths = {
  /** One statement of reasons, and its objection. */
  statement: "/decisions",
  /** Confirms a request to be banned, and undoes the ban: the mailbox proves the sender. */
  "ban-request": "/ban-request",
  complaint: "/complaint",
  notice: "/report",
  /** What a member tells a friend about a date: the id is one of the link alone, so that a new one replaces it. */
  "shared-date": "/where",
  /** What another platform handed over about a person, who joins with it or erases it. */
  imported: "/imported",
  /** A partner's statements: the id is one of the link alone, so that it can be revoked. */
  partner: "/partner",
};
type SignedPage = keyof typeof paths;

export const signedPath = (config: Secret, page: SignedPage, id: string): string =>
  `${paths[page]}/${signId(config, { use: page, owner: "" }, id)}`;

export const readSignedPath = (config: Secret, page: SignedPage, token: string): string | undefined =>
  readId(config, { use: page, owner: "" }, token);
