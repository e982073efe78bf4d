import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unsubscribeToken } from "#server/features/notifications/index.ts";
import { data } from "./world.ts";

/** The token of a mail about likes to a member, made as the server makes it. */
export function unsubscribeTokenOf({ id }: { id: string }): string {
  return unsubscribeToken(readFileSync(join(data, "secret"), "utf8").trim(), id, "like");
}
