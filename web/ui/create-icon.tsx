import { type ComponentProps, createElement } from "react";

type IconData = { node: readonly [tag: string, attributes: Record<string, string>][] };

/**
 * Takes the place of lucide's own function in the build (`icons()` in `web/vite-plugins.ts`). A page of members has 35
 * to 70 icons: this is one plain element with the shapes at hand, and style sheets say what all icons have in common
 * (`.lucide`), where lucide renders two components and eight attributes more for each.
 */
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className = "", ...rest }: ComponentProps<"svg">) =>
    createElement(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": true, ...rest, className: `lucide ${className}` },
      // one by one, as shapes have no keys
      ...shapes,
    );
}
