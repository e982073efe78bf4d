import { CompiledQuery } from "kysely";
import { type Db, preparedMark } from "./pool.ts";

/** Stands for a value while its statement is compiled. */
class Place<Name> {
  readonly name: Name;
  constructor(name: Name) {
    this.name = name;
  }
}

/**
 * A hot statement that is compiled at its first use only, and prepared by each connection: its text may not depend on
 * its values. `build` gets a place for each value, and passes it on as it is; the first use throws if it does not.
 */
export function compiledOnce<Values extends object, Row>(
  build: (db: Db, values: Values) => { compile(db: Db): CompiledQuery<Row> },
): (db: Db, values: Values) => Promise<Row[]> {
  let statement: { text: string; names: readonly (keyof Values)[] } | undefined;
  const compile = (db: Db) => {
    const places = new Proxy({}, { get: (_, name) => new Place(name) }) as Values;
    const { sql: text, parameters } = build(db, places).compile(db);
    const nameOf = (value: unknown) => {
      if (value instanceof Place) return value.name as keyof Values;
      throw new Error(`not passed on as it is: ${String(value)}`);
    };
    return { text: preparedMark + text, names: parameters.map(nameOf) };
  };
  return async (db, values) => {
    statement ??= compile(db);
    const parameters = statement.names.map((name) => values[name]);
    return (await db.executeQuery<Row>(CompiledQuery.raw(statement.text, parameters))).rows;
  };
}
