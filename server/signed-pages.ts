import { readId, signId } from "./crypto/signed-token.ts";

type Secret = Parameters<typeof signId>[0];

/**
 * The pages that a mailed link opens without a login, by the id of what they show, signed. A link works for as long as
 * that exists, and gives access to nothing else.
 */
const paths = {
  /** One statement of reasons, and its objection (D11.2). */
  statement: "/decisions",
  /** Confirms a request to be banned, and undoes the ban: the mailbox proves the sender (D11.9). */
  "ban-request": "/ban-request",
  /** What was written about a complaint. */
  complaint: "/complaint",
  /** A notice of illegal content. */
  notice: "/report",
};
type SignedPage = keyof typeof paths;

export const signedPath = (config: Secret, page: SignedPage, id: string): string =>
  `${paths[page]}/${signId(config, { use: page, owner: "" }, id)}`;

/** The id in the address of a page; undefined if we did not sign it. */
export const readSignedPath = (config: Secret, page: SignedPage, token: string): string | undefined =>
  readId(config, { use: page, owner: "" }, token);
