const leavesTheSite = /^\/[/\\]|[\\\p{C}]/u;

/** Returns undefined if browsers would read another site's: `/\x` is `//x`; tabs, breaks and `..` can hide one. */
export function readLocalPath(text: string): string | undefined {
  if (!text.startsWith("/") || leavesTheSite.test(text) || !URL.canParse(text, "http://site")) return undefined;
  const { origin, pathname, search, hash } = new URL(text, "http://site");
  return origin === "http://site" && !leavesTheSite.test(pathname) ? pathname + search + hash : undefined;
}
