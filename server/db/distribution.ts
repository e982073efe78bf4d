/**
 * The tables that outgrow one PostgreSQL first, each with the column by which Citus would distribute its rows; see
 * docs/scaling.md. All other tables stay whole, or become reference tables.
 */
export const distribution = {
  messages: "conversation_id",
  conversations: "id",
  conversation_members: "conversation_id",
  ledger: "member_id",
  wallets: "member_id",
} as const;
export type Distributed = keyof typeof distribution;

/** Hot statements that find rows of such a table by other columns: they would query every shard. */
export const fanOuts: readonly { table: Distributed; by: readonly string[]; use: string; instead: string }[] = [
  {
    table: "conversation_members",
    by: ["member_id"],
    use: "the list of chats, and the search in it",
    instead: "a second copy of the list, distributed by member",
  },
  {
    table: "conversations",
    by: ["a_id", "b_id"],
    use: "which conversation two members have",
    instead: "a table from pair to conversation, distributed by its first member",
  },
  {
    table: "conversations",
    by: ["started_by"],
    use: "how many conversations a member has begun",
    instead: "a counter in the member's wallet",
  },
  {
    table: "messages",
    by: ["id"],
    use: "the gifts on a profile, each with its message",
    instead: "the conversation's id in `gifts`",
  },
];

/** Words that follow a table's name and are no alias. */
const noAlias =
  /^(?:where|set|on|left|right|inner|join|cross|order|group|for|using|values|limit|returning|union|default|select)$/;

const escaped = (text: string) => text.replaceAll(".", "\\.");

/** The part of a statement between the parentheses around a position, without deeper nested parts. */
function scopeAt(text: string, position: number): string {
  let depth = 0;
  let start = position;
  while (start > 0 && depth >= 0) {
    start -= 1;
    if (text[start] === ")") depth += 1;
    if (text[start] === "(") depth -= 1;
  }
  let scope = "";
  depth = 0;
  for (let at = text[start] === "(" ? start + 1 : start; at < text.length; at += 1) {
    if (text[at] === ")") depth -= 1;
    if (depth < 0) break;
    if (depth === 0) scope += text[at];
    if (text[at] === "(") depth += 1;
  }
  return scope;
}

export type Reference = {
  table: Distributed;
  /** Whether a condition, or the inserted row, names the column. */
  names(column: string): boolean;
};

/** Where a statement uses distributed tables. Parses only as much SQL as the product's hot statements need. */
export function findReferences(statement: string): Reference[] {
  const text = statement.replaceAll('"', "").replaceAll(/\s+/g, " ").toLowerCase();
  const tables = Object.keys(distribution).join("|");
  const pattern = new RegExp(`\\b(from|join|into|update) (${tables})\\b(?: ?\\(([^)]*)\\)| (?:as )?(\\w+))?`, "g");
  return [...text.matchAll(pattern)].map((match) => {
    const [, verb, table, columns, nextWord] = match;
    const alias = nextWord === undefined || noAlias.test(nextWord) ? table : nextWord;
    const scope = scopeAt(text, match.index);
    const names = (column: string) => {
      if (verb === "into") return (columns ?? "").split(/, ?/).includes(column);
      const name = `(?:(?<![.\\w])|${escaped(`${alias}.`)})${column}\\b`;
      return new RegExp(`${name} (?:=|in\\b)|= ${name}`).test(scope);
    };
    return { table: table as Distributed, names };
  });
}
