type PageLocation = Pick<Location, "assign" | "replace" | "origin">;

/** `replace` makes Back skip the current page. Throws if the address is neither https nor on this site. */
export function navigateTo(
  address: string,
  method: "assign" | "replace" = "assign",
  location: PageLocation = window.location,
): void {
  const { protocol, origin, href } = new URL(address, location.origin);
  const isAllowed = protocol === "https:" || origin === location.origin;
  if (!isAllowed) throw new Error(`refused to navigate to a ${protocol} address`);
  location[method](href);
}
