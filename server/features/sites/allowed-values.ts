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
  propertyNames?: Shape;
  additionalProperties?: Shape | boolean;
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
      if (shape.format === "date") return "a day such as 2027-01-31";
      return shape.format === "email" ? "an email address" : sizeIn(shape);
    case "object":
      if (typeof shape.additionalProperties === "object" && shape.propertyNames) {
        return `an object with any of ${wordsFor(shape.propertyNames)}, each ${wordsFor(shape.additionalProperties)}`;
      }
      return `an object with ${Object.keys(shape.properties ?? {}).join(", ")}`;
    default:
      return "see the description";
  }
}

export const allowedValues = (schema: z.ZodType): string => wordsFor(shapeOf(schema));

/** How a form asks for a value; `options` for what is chosen, `least` and `most` for numbers and lengths. */
export type FormOf = {
  kind: "switch" | "number" | "text" | "choice" | "choices" | "list" | "postbacks" | "gifts";
  options: string[];
  least: number | null;
  most: number | null;
};

const form = (kind: FormOf["kind"], { options = [] as string[], least = 0, most }: Partial<FormOf> = {}): FormOf => ({
  kind,
  options,
  least: least === 0 ? null : least,
  most: most ?? null,
});

const textsOf = (values: readonly unknown[] = []) => values.map(String);

/** The values of a shape that names them all; undefined if it allows others too. */
const valuesOf = (shape: Shape) => shape.enum ?? (shape.const === undefined ? undefined : [shape.const]);

/** The form of several shapes: a choice if each names its values, else a text, which may be empty. */
function formOfAny(parts: readonly Shape[]): FormOf {
  const options = parts.map(valuesOf);
  if (!options.includes(undefined)) {
    return form("choice", { options: options.flatMap((values) => textsOf(values)).toSorted() });
  }
  const lengths = parts.flatMap((part) => (valuesOf(part) ? [] : [part.maxLength]));
  const most = Math.max(...lengths.map((length) => length ?? Number.POSITIVE_INFINITY));
  return form("text", Number.isFinite(most) ? { most } : {});
}

export function formOf(schema: z.ZodType): FormOf {
  const shape = shapeOf(schema);
  if (shape.anyOf) return formOfAny(shape.anyOf);
  if (shape.enum) return form("choice", { options: textsOf(shape.enum) });
  if (shape.type === "boolean") return form("switch");
  if (shape.type === "integer" || shape.type === "number") {
    return { kind: "number", options: [], least: shape.minimum ?? null, most: shape.maximum ?? null };
  }
  if (shape.type === "object") return form("gifts", { options: textsOf(shape.propertyNames?.enum) });
  if (shape.type !== "array") return form("text", { least: shape.minLength, most: shape.maxLength });
  const { items = {} } = shape;
  if (items.type === "object") return form("postbacks", { least: shape.minItems });
  if (items.enum) return form("choices", { options: textsOf(items.enum), least: shape.minItems });
  return form("list", { least: shape.minItems });
}

function readList(text: string): unknown {
  if (text.trim().startsWith("[")) return readJson(text);
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Text that can't be converted stays as it is, so that the schema rejects it with its own message. */
export function readTyped(schema: z.ZodType, text: string): unknown {
  const { type } = shapeOf(schema);
  if (type === "boolean") return text === "true" || text === "false" ? text === "true" : text;
  if (type === "integer" || type === "number") return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  if (type === "object") return readJson(text);
  return type === "array" ? readList(text) : text;
}
