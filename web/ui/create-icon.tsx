import { createElement, type SVGProps } from "react";

/** An icon as Lucide's files describe it: each shape is a tag with its attributes. */
type IconData = {
  name: string;
  aliases?: readonly string[];
  node: readonly [tag: string, attributes: Record<string, string>][];
};

/**
 * The component of an icon, which is decoration; takes the place of Lucide's own function (`icons` in
 * `web/vite-plugins.ts`). It renders the same markup in less time: the shapes are created once, and the only options
 * are the attributes of the element.
 */
export default function createIcon({ name, aliases = [], node }: IconData) {
  const classes = ["lucide", ...[name, ...aliases].map((each) => `lucide-${each}`)].join(" ");
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ? `${classes} ${className}` : classes}
      aria-hidden
      {...rest}
    >
      {shapes}
    </svg>
  );
}
