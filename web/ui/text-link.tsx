import { Link, type LinkProps } from "react-router";

/** Makes the words of a text that lead to another page, for `rich`. */
export const linkTo =
  (to: string, className = "link inline-block py-2.5 font-semibold") =>
  (words: string) => (
    <Link to={to} className={className}>
      {words}
    </Link>
  );

/** A link that stands alone, as tall as a finger. */
export const TextLink = (props: Omit<LinkProps, "className">) => (
  <Link {...props} className="link inline-block py-2.5" />
);
