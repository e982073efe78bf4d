import { MigrationFailed } from "./migrate.ts";

const remedies = [
  {
    problem: /^permission denied|^must be owner/,
    todo: "let the product's role own the database: alter database … owner to …, or set DATABASE_OWNER_URL",
  },
  {
    problem: /is preceding already run migration/,
    todo: "another version made them; use an empty database, for the built-in one: npm start -- --fresh",
  },
];

/** One line about a database that can't be used or migrated, without the password. `variable` holds its address. */
export function describeDatabaseProblem(variable: string, url: string, error: unknown): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const place = `${searchParams.get("host") ?? hostname}:${port || 5432}${pathname}`;
  if (!(error instanceof MigrationFailed)) {
    const reason = error instanceof AggregateError ? error.errors.map(String).join("; ") : String(error);
    return `${variable}: no PostgreSQL to use at ${place} (${reason.replace(/^Error: /, "")})`;
  }
  const todo =
    remedies.find(({ problem }) => problem.test(error.message))?.todo ??
    "the next start goes on where this one stopped";
  return `PostgreSQL at ${place} was reached, but its tables can't be brought up to date (${error.message}): ${todo}`;
}
