import { readLocalPath } from "#contract/local-path.ts";

/** The page after a login: the requested path if it is on this site, else the members' first screen. */
export function toLocalPath(next: string | null): string {
  return readLocalPath(next ?? "") ?? "/members";
}
