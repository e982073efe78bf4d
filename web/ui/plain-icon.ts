import { createElement, type ReactNode, type SVGProps } from "react";

const attributes = {
  xmlns: "http://www.w3.org/2000/svg",
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": true,
} as const;

/** An icon of these shapes. The build makes lucide's icons with it (`plainIcons` in `web/vite-plugins.ts`). */
export function plainIcon(shapes: readonly [string, object][]): (props: SVGProps<SVGSVGElement>) => ReactNode {
  const drawn = shapes.map(([name, shape]) => createElement(name, shape));
  return (props) => createElement("svg", { ...attributes, ...props }, ...drawn);
}
