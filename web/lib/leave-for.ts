type Here = Pick<Location, "assign" | "replace" | "origin">;

/**
 * R8.03: leaves for an address that the server has answered, such as a checkout, by a full navigation. Throws for an
 * address that is neither on this site nor a page over https, such as a script. `replace`: the Back button leads past
 * this page.
 */
export function leaveFor(address: string, way: "assign" | "replace" = "assign", here: Here = window.location): void {
  const { protocol, origin, href } = new URL(address, here.origin);
  if (protocol !== "https:" && origin !== here.origin) throw new Error(`no place to leave for: ${protocol}`);
  here[way](href);
}
