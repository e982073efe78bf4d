import type { StyleDefinition } from "@dicebear/core";

type Canvas = NonNullable<StyleDefinition["canvas"]>;
/** One node of a drawing in the library's format. */
export type Shape = Canvas["elements"][number];
type Attributes = NonNullable<Shape["attributes"]>;
export type Variants = Record<string, { elements: Shape[] }>;

/** Refers to one of the drawing's colours by its name. */
export const ink = (name: "hair" | "skin" | "clothes" | "inner" | "iris" | "lips" | "accent" | "hat" | "stroke") => ({
  type: "color" as const,
  name,
});

export const shape = (name: string, attributes: Attributes, children?: Shape[]): Shape => ({
  type: "element",
  name,
  attributes,
  ...(children && { children }),
});

export const path = (d: string, attributes: Attributes): Shape => shape("path", { d, ...attributes });

export const circle = (cx: number, cy: number, r: number, attributes: Attributes): Shape =>
  shape("circle", { cx: String(cx), cy: String(cy), r: String(r), ...attributes });

/** A line without a filling. */
export const line = (d: string, stroke: Attributes["stroke"], width: number, opacity = 1): Shape =>
  path(d, {
    stroke,
    "stroke-width": String(width),
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "stroke-opacity": String(opacity),
  });

export const shadow = (d: string, opacity = 0.14): Shape =>
  path(d, { fill: "#2a1210", "fill-opacity": String(opacity) });

export const shine = (d: string, opacity = 0.16): Shape => path(d, { fill: "#fff", "fill-opacity": String(opacity) });

export const group = (attributes: Attributes, children: Shape[]): Shape => shape("g", attributes, children);

/** The face's middle is at x = 384: the left half, and the same on the right. */
export const mirrored = (half: Shape[]): Shape[] => [...half, group({ transform: "matrix(-1 0 0 1 768 0)" }, half)];
