import { type ContactProblem, maxContactLines, maxContacts } from "#contract/hidden-contacts.ts";

/** The contacts in a line, as keyed hashes, or why there are none. */
export type KeyedLine = { keys: readonly Buffer[]; mailboxes: readonly string[] } | { problem: ContactProblem };

/**
 * Takes the lines that are readable and fit within the limits, beside the keys that the member has. `null`: an empty
 * line. The places of the others are from 0.
 */
export function takeLines(lines: readonly (KeyedLine | null)[], storedKeys: readonly Buffer[]) {
  const keys = new Map(storedKeys.map((key) => [key.toString("hex"), key]));
  const mailboxes: string[] = [];
  const refused: { line: number; problem: ContactProblem }[] = [];
  let count = 0;
  for (const [line, contacts] of lines.entries()) {
    if (contacts === null) continue;
    if ("problem" in contacts) {
      refused.push({ line, problem: contacts.problem });
      continue;
    }
    const fresh = contacts.keys.filter((key) => !keys.has(key.toString("hex")));
    if (count === maxContactLines || keys.size + fresh.length > maxContacts) {
      refused.push({ line, problem: "too_many" });
      continue;
    }
    count += 1;
    for (const key of fresh) keys.set(key.toString("hex"), key);
    mailboxes.push(...contacts.mailboxes);
  }
  const added = [...keys.values()].slice(storedKeys.length);
  return { contacts: { keys: added, mailboxes }, count: keys.size, added: added.length, refused };
}
