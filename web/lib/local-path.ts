/** The members' first screen, if no other page was requested. */
const firstScreen = "/members";

// A browser reads `/\x` as `//x`, and removes tabs and line breaks anywhere.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const leavesTheSite = /^\/[/\\]|[\u0000-\u001f\u007f]/;

/** The page after a login: the requested path if it is on this site, else the member search. */
export function localPath(next: string | null): string {
  if (next === null || !next.startsWith("/") || leavesTheSite.test(next)) return firstScreen;
  try {
    const { origin, pathname, search, hash } = new URL(next, "http://site");
    // Resolving `.` and `..` may reveal such a path.
    if (origin !== "http://site" || leavesTheSite.test(pathname)) return firstScreen;
    return pathname + search + hash;
  } catch {
    return firstScreen;
  }
}
