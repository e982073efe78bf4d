import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { wordsDraftHeader } from "#contract/constants.ts";

type Words = Readonly<Record<string, string>>;

/** Words that are not saved, by a token that only the request has which renders them: no other page shows them. */
const drafts = new Map<string, Words>();

/** Has a page rendered within this process, by a request with these headers, in the place of the site's saved words. */
export async function withDraft<T>(words: Words, render: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const token = randomUUID();
  drafts.set(token, words);
  try {
    return await render({ [wordsDraftHeader]: token });
  } finally {
    drafts.delete(token);
  }
}

export const draftOf = ({ [wordsDraftHeader]: token }: IncomingHttpHeaders): Words | undefined =>
  typeof token === "string" ? drafts.get(token) : undefined;
