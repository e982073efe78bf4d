import { z } from "zod";

type Shape = {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Shape[];
  items?: Shape;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  format?: string;
  properties?: Readonly<Record<string, unknown>>;
};

const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as unknown as Shape;

function sizeIn({ minLength = 0, maxLength }: Shape): string {
  if (maxLength === undefined) return "text";
  return minLength > 0 ? `text of ${minLength} to ${maxLength} characters` : `text of at most ${maxLength} characters`;
}

function wordsFor(shape: Shape): string {
  if (shape.anyOf) return shape.anyOf.map(wordsFor).join(", or ");
  if (shape.const !== undefined) return shape.const === "" ? "empty" : String(shape.const);
  if (shape.enum) return shape.enum.map(String).join(", ");
  switch (shape.type) {
    case "boolean":
      return "true or false";
    case "integer":
      return `a whole number from ${shape.minimum} to ${shape.maximum}`;
    case "array": {
      const least = (shape.minItems ?? 0) > 0 ? "at least one" : "any number";
      return `a list, ${least} of: ${wordsFor(shape.items ?? {})}`;
    }
    case "string":
      return shape.format === "email" ? "an email address" : sizeIn(shape);
    case "object":
      return `an object with ${Object.keys(shape.properties ?? {}).join(", ")}`;
    default:
      return "see the description";
  }
}

/** What a schema allows, in words for an operator. */
export const allowedValues = (schema: z.ZodType): string => wordsFor(shapeOf(schema));

function readList(text: string): unknown {
  if (!text.trim().startsWith("[")) {
    const parts = text.split(",").map((part) => part.trim());
    return parts.filter((part) => part !== "");
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Converts a value typed on a command line to the type that its schema expects. Returns text that can't be converted as
 * it is, so that the schema rejects it with its own message.
 */
export function readTyped(schema: z.ZodType, text: string): unknown {
  const { type } = shapeOf(schema);
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (type === "integer" || type === "number") return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  return type === "array" ? readList(text) : text;
}
