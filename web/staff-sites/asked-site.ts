/** What the address of a page about a site asks for: the site, and on the history the place in the list. */
export function askedSite(request: Request): { site?: string; before?: string } {
  const asked = new URL(request.url).searchParams;
  const given = ["site", "before"].flatMap((name) => (asked.get(name) ? [[name, asked.get(name) ?? ""]] : []));
  return Object.fromEntries(given);
}
