/** As `pg_isready`: exit code 0 if PostgreSQL accepts connections, 1 if it starts or stops, 2 if it does not answer. */
import { parseArgs } from "node:util";
import pg from "pg";

const { values } = parseArgs({
  options: {
    port: { type: "string", short: "p" },
    host: { type: "string", short: "h" },
    dbname: { type: "string", short: "d" },
    username: { type: "string", short: "U" },
  },
});
const client = new pg.Client({
  host: values.host ?? "127.0.0.1",
  port: Number(values.port),
  user: values.username ?? "postgres",
  database: "postgres",
  password: "any",
  connectionTimeoutMillis: 3_000,
});
client.on("error", () => {});
try {
  await client.connect();
  await client.end();
} catch (error) {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  // a refused password is an answer too
  if (code === undefined) process.exitCode = 2;
  else process.exitCode = code === "57P03" || code === "57P01" ? 1 : 0;
}
