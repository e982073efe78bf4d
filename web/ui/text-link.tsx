import { Link, type LinkProps } from "react-router";

/** A link that stands alone, as tall as a finger. */
export const TextLink = (props: Omit<LinkProps, "className">) => (
  <Link {...props} className="link inline-block py-2.5" />
);
