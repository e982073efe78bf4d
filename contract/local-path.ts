const leavesTheSite = /^\/[/\\]|[\\\p{C}]/u;

/**
 * A path on this site as browsers resolve it; undefined if they would read it as another site's. A browser reads `/\x`
 * as `//x`, removes tabs and line breaks anywhere, and resolving `.` and `..` may reveal such a path.
 */
export function readLocalPath(text: string): string | undefined {
  if (!text.startsWith("/") || leavesTheSite.test(text) || !URL.canParse(text, "http://site")) return undefined;
  const { origin, pathname, search, hash } = new URL(text, "http://site");
  return origin === "http://site" && !leavesTheSite.test(pathname) ? pathname + search + hash : undefined;
}
