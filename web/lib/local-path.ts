/** The members' first screen, where nobody asked for another. */
const firstScreen = "/members";

// A browser reads `/\x` as `//x`, and drops tabs and line breaks wherever they stand.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const leavesTheSite = /^\/[/\\]|[\u0000-\u001f\u007f]/;

/** Where to go on after a login: the wish if it is a path of this site, else the member search. */
export function localPath(wish: string | null): string {
  if (wish === null || !wish.startsWith("/") || leavesTheSite.test(wish)) return firstScreen;
  try {
    const { origin, pathname, search, hash } = new URL(wish, "http://site");
    // What `.` and `..` were hiding shows only now.
    if (origin !== "http://site" || leavesTheSite.test(pathname)) return firstScreen;
    return pathname + search + hash;
  } catch {
    return firstScreen;
  }
}
