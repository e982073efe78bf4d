const leavesTheSite = /^\/[/\\]|[\\\p{C}]/u;

/** React Router loads a page's data from `<page>.data?_routes=…`; this returns the page's own path and query. */
export function toPagePath(path: string): string {
  const [pathname = "", query] = path.split(/\?(.*)/s);
  if (!pathname.endsWith(".data")) return path;
  const parameters = (query ?? "").split("&").filter((parameter) => !/^(?:_routes(?:=|$)|$)/.test(parameter));
  const search = parameters.length > 0 ? `?${parameters.join("&")}` : "";
  return (pathname.replace(/(?:(?<=\/)_)?\.data$/, "") || "/") + search;
}

/** Returns undefined if browsers would read another site's: `/\x` is `//x`; tabs, breaks and `..` can hide one. */
export function readLocalPath(text: string): string | undefined {
  if (!text.startsWith("/") || leavesTheSite.test(text) || !URL.canParse(text, "http://site")) return undefined;
  const { origin, pathname, search, hash } = new URL(text, "http://site");
  return origin === "http://site" && !leavesTheSite.test(pathname) ? toPagePath(pathname + search) + hash : undefined;
}
