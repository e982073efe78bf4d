/** Strings, quoted names, bodies of functions, comments: what a semicolon in them does not end. */
const tokens = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$;/-]+|[\s\S]/g;

/** This line in a migration runs its statements one by one, without a transaction: for `create index concurrently`. */
const withoutTransaction = /^-- Without Transaction$/m;

export const runsWithoutTransaction = (migration: string) => withoutTransaction.test(migration);

export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let statement = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === ";") {
      statements.push(statement);
      statement = "";
    } else if (!token.startsWith("--") && !token.startsWith("/*")) statement += token;
  }
  statements.push(statement);
  return statements.map((each) => each.trim()).filter((each) => each !== "");
}
