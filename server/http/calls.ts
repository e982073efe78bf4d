import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Call } from "#contract/call.ts";

const files = readdirSync(join(import.meta.dirname, "../../contract"))
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .sort();
const modules: readonly object[] = await Promise.all(
  files.map((file) => import(/* @vite-ignore */ `#contract/${file}`)),
);

const isCall = (entry: [string, unknown]): entry is [string, Call] =>
  typeof entry[1] === "object" && entry[1] !== null && "path" in entry[1] && "answer" in entry[1];
const named = modules.flatMap((module) => Object.entries(module).filter(isCall));

/** Every call of the contract: the server must have one handler for each, and no other. */
export const calls: readonly Call[] = named.map(([, call]) => call);

/** The name of each call in the contract, such as `likeMember`. */
export const callNames: ReadonlyMap<Call, string> = new Map(named.map(([name, call]) => [call, name]));
