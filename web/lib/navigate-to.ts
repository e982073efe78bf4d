type Here = Pick<Location, "assign" | "replace" | "origin">;

/**
 * R8.03: navigates to an address from the server's answer, such as a checkout, by a full page load. Throws for an
 * address that is neither on this site nor a page over https, such as a script. With `replace` the Back button skips
 * this page.
 */
export function navigateTo(address: string, way: "assign" | "replace" = "assign", here: Here = window.location): void {
  const { protocol, origin, href } = new URL(address, here.origin);
  if (protocol !== "https:" && origin !== here.origin) throw new Error(`refused to navigate to a ${protocol} address`);
  here[way](href);
}
