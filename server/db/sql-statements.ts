/** Strings, quoted names, bodies of functions, comments: what a semicolon in them does not end. */
const parts = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$;/-]+|[\s\S]/g;

/** This line in a migration runs its statements one by one, without a transaction: for `create index concurrently`. */
const withoutTransaction = /^-- Without Transaction$/m;

export const runsWithoutTransaction = (migration: string) => withoutTransaction.test(migration);

/** The statements of an SQL text, without comments. */
export function statementsOf(text: string): string[] {
  const statements = [""];
  for (const [part] of text.matchAll(parts)) {
    if (part === ";") statements.push("");
    else if (!part.startsWith("--") && !part.startsWith("/*")) statements.push(`${statements.pop() ?? ""}${part}`);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}
