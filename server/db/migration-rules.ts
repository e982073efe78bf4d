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

export type Migration = { name: string; text: string };
export type Breach = { rule: string; statement: string };

/** What a migration may not do to an existing table, because the previous version still reads and writes it. */
const forbiddenForms: [rule: string, form: RegExp][] = [
  ["index without concurrently", /^create (?:unique )?index (?!concurrently)/],
  ["reindex without concurrently", /^(?:reindex (?!.*concurrently)|vacuum full|cluster)\b/],
  ["change of a type", /\balter (?:column )?\S+ (?:set data )?type\b/],
  ["rename", /^alter (?:table|view|type) .*\brename (?!constraint)/],
  ["removal", /^drop (?:table|view|type|function|schema)\b|\bdrop column\b/],
  ["new column that is filled row by row", /\badd (?:column )?(?!constraint)\S+ .*(?:\bstored\b|serial\b)/],
  ["new column that is filled row by row", /\badd (?:column )?(?!constraint).*\bgenerated .*as identity/],
  [
    "new column that is filled row by row",
    /\badd (?:column )?(?!constraint).*\bdefault \(?(?:gen_random_uuid|uuid|random|clock_timestamp|nextval)/,
  ],
  ["new column with an index", /\badd (?:column )?(?!constraint)\w+ [^,]*\b(?:unique|primary key)\b/],
  ["constraint that is checked at once", /\badd (?:constraint \S+ )?(?:check|foreign key)\b(?!.*not valid)/],
  ["constraint that builds an index", /\badd (?:constraint \S+ )?(?:unique|primary key|exclude)\b(?! using)/],
  ["change of all rows", /^(?:with .*)?\b(?:update|delete from|truncate|lock table)\b/],
];

const normalise = (statement: string) => statement.replaceAll(/\s+/g, " ").toLowerCase();
const tableForm = String.raw`(?:only )?(?:if exists )?(?:public\.)?"?(\w+)"?`;
const target = new RegExp(
  `^(?:alter table|update|delete from|truncate(?: table)?|drop table) ${tableForm}|^create .*?index .*?\\bon ${tableForm}`,
);

function tableOf(statement: string): string | undefined {
  const match = target.exec(statement);
  return match?.[1] ?? match?.[2];
}

/** The actions of an `alter table`, split at commas outside parentheses; each is checked by itself. */
function actionsOf(statement: string): string[] {
  if (!statement.startsWith("alter table")) return [statement];
  let depth = 0;
  let part = "";
  const actions: string[] = [];
  for (const letter of statement) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) {
      actions.push(part);
      part = "";
    } else part += letter;
  }
  return [...actions, part].map((text) => text.trim());
}

/** Whether earlier migrations added and validated a check that the column is not null, so that no row is scanned. */
function isProvenNotNull(column: string, earlier: readonly Migration[]): boolean {
  const text = earlier.map((migration) => normalise(migration.text)).join("\n");
  const form = new RegExp(`add constraint (\\w+) check \\(\\s*${column} is not null\\s*\\) not valid`, "g");
  return [...text.matchAll(form)].some(([, name]) => text.includes(`validate constraint ${name}`));
}

/** That would block a large table, or break the version that still runs (0069). Tables it creates are empty: exempt. */
export function findBreaches({ text }: Migration, earlier: readonly Migration[]): Breach[] {
  const statements = statementsOf(text).map(normalise);
  const created = new Set(statements.map((each) => /^create table (?:if not exists )?"?(\w+)"?/.exec(each)?.[1]));
  const isOutsideTransaction = runsWithoutTransaction(text);
  const breaches: Breach[] = [];
  for (const statement of statements) {
    const isConcurrent = /^(?:create (?:unique )?|drop |re)index concurrently/.test(statement);
    if (isConcurrent && !isOutsideTransaction) breaches.push({ rule: "concurrently within a transaction", statement });
    const index = /^create (?:unique )?index concurrently (\S+) on/.exec(statement)?.[1];
    if (index && !statements.includes(`drop index concurrently if exists ${index}`)) {
      // a run that was cut off leaves an invalid index, which the next run would meet
      breaches.push({ rule: "index that a second run does not replace", statement });
    }
    const table = tableOf(statement);
    if (table !== undefined && created.has(table)) continue;
    for (const action of actionsOf(statement)) {
      for (const [rule, form] of forbiddenForms) if (form.test(action)) breaches.push({ rule, statement });
      const required = /\balter (?:column )?"?(\w+)"? set not null/.exec(action)?.[1];
      if (required && !isProvenNotNull(required, earlier)) {
        breaches.push({ rule: "not null without a validated check", statement });
      }
      const isNew = /\badd (?:column )?(?!constraint|check|foreign|unique|primary|exclude)\S+ /.test(action);
      if (isNew && /\bnot null\b/.test(action) && !/\bdefault\b/.test(action)) {
        breaches.push({ rule: "new column without a default", statement });
      }
      const validated = /\bvalidate constraint (\S+)/.exec(action)?.[1];
      const addsIt = (each: string) => each.includes(`add constraint ${validated} `);
      if (validated && !isOutsideTransaction && statements.some(addsIt)) {
        breaches.push({ rule: "validated in the transaction that added it", statement });
      }
    }
  }
  return breaches;
}
