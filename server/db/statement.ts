import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { preparedMark } from "./driver.ts";
import type { Db } from "./pool.ts";

class Placeholder {
  readonly read: (input: never) => unknown;
  constructor(read: (input: never) => unknown) {
    this.read = read;
  }
}

/** The place of a value that each run brings. `sql` and Kysely's expressions take it; it can't be compared. */
export type Given<Value> = RawBuilder<Value>;

/** A parameter of a statement by `defineStatement`: what `read` reads from the input. */
export function given<Input, Value = never>(read: (input: Input) => unknown): Given<Value> {
  return sql<Value>`${new Placeholder(read)}`;
}

type Compiled = Pick<CompiledQuery, "sql" | "query" | "queryId"> & { parameters: readonly Placeholder[] };

type Statement<Input, Shape, Row> = {
  run(db: Db, shape: Shape, input: Input): Promise<Row[]>;
};

/**
 * A statement that is built and compiled once for each shape, because building costs as much as a small query. The text
 * depends on the shape alone. Values come from the input of a run, through `given`; the first run of a shape throws if
 * its text holds a value of another kind, which later runs would share. Constants are written by `sql.lit`.
 *
 * `prepares`: each connection parses such a shape once and plans it once, so the best plan must not depend on values.
 */
export function defineStatement<Input, Shape extends object, Row>(
  build: (shape: Shape, db: Db) => { compile(db: Db): CompiledQuery<Row> },
  prepares: (shape: Shape) => boolean,
): Statement<Input, Shape, Row> {
  const compiled = new Map<string, Compiled>();
  function compile(db: Db, shape: Shape): Compiled {
    const key = JSON.stringify(shape);
    const cachedStatement = compiled.get(key);
    if (cachedStatement) return cachedStatement;
    const { sql: text, parameters: built, query, queryId } = build(shape, db).compile(db);
    const parameters = built.map((parameter) => {
      if (parameter instanceof Placeholder) return parameter;
      throw new Error(`a statement holds a value that all its runs would share: ${parameter}`);
    });
    const marked = prepares(shape) ? `${preparedMark}${text}` : text;
    const statement = { sql: marked, query, queryId, parameters };
    compiled.set(key, statement);
    return statement;
  }
  const valuesOf = ({ parameters }: Compiled, input: Input) =>
    parameters.map((parameter) => parameter.read(input as never));
  return {
    async run(db, shape, input) {
      const statement = compile(db, shape);
      const { rows } = await db.executeQuery<Row>({ ...statement, parameters: valuesOf(statement, input) });
      return rows;
    },
  };
}

/** The placeholder of a value, by its name. */
export type Givens<Values> = <Name extends keyof Values & string>(name: Name) => Given<Values[Name]>;

/** `build` runs once: it has placeholders in the place of values. */
export function preparedStatement<Values extends object, Row>(
  build: (db: Db, placeholder: Givens<Values>) => { compile(db: Db): CompiledQuery<Row> },
): (db: Db, values: Values) => Promise<Row[]> {
  const statement = defineStatement<Values, object, Row>(
    (_, db) => build(db, (name) => given((values: Values) => values[name])),
    () => true,
  );
  return (db, values) => statement.run(db, {}, values);
}

/** Compiles and runs a statement that is built anew each time, and may hold both values and parameters by `given`. */
export async function runBuilt<Input, Row>(db: Db, built: RawBuilder<Row>, input: Input): Promise<Row[]> {
  const { parameters, ...statement } = built.compile(db);
  const values = parameters.map((value) => (value instanceof Placeholder ? value.read(input as never) : value));
  return (await db.executeQuery<Row>({ ...statement, parameters: values })).rows;
}
