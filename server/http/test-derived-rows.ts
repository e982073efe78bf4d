import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import { conversationRef } from "#contract/chat.ts";
import { memberId } from "#contract/profiles.ts";
import { writtenTexts } from "#contract/text.ts";

export type Input = { query?: object; body?: object };
/** What the input of a call can name by itself: a member, a chat with them, and what its fields are called. */
export type Named = { member: string; conversation: string } & Record<(typeof fieldNames)[number], string>;
const fieldNames = ["message", "photo", "token"] as const;
const nothing: Named = { member: "", conversation: "", message: "", photo: "", token: "" };

/** Fields whose values name nothing that a member or a site has. */
const plain = ["boolean", "enum", "literal", "number", "int", "date"];

type Field = { value?: unknown; isNamed?: true };
/** What a field of a call's input takes; undefined: a test has to say it, because the schema does not. */
function fieldOf(schema: z.core.$ZodType, named: Named): Field | undefined {
  if (schema === memberId) return { value: named.member, isNamed: true };
  if (schema === conversationRef) return { value: { id: named.conversation }, isNamed: true };
  const def = schema._zod.def as z.core.$ZodTypes["_zod"]["def"];
  if (def.type === "optional") return fieldOf(def.innerType, nothing) && {};
  if (def.type === "array") {
    const each = fieldOf(def.element, named);
    return each?.isNamed && { ...each, value: [each.value] };
  }
  if (def.type === "boolean") return { value: true };
  if (writtenTexts.has(schema)) return { value: "A few words" };
  if (def.type === "default") return fieldOf(def.innerType, named);
  if (def.type === "pipe") return fieldOf(def.out, named);
  // the day at which the clock of the tests stands
  if (def.type === "string" && "format" in def && def.format === "date") return { value: "2026-11-20" };
  if (def.type === "enum") return { value: Object.values(def.entries)[0] };
  return plain.includes(def.type) ? {} : undefined;
}

/** Returns undefined if the schemas do not tell enough of its fields, such as a token or another id. */
export function derivedInput(call: Call, named: Named): Input | undefined {
  if (call.upload) return undefined;
  const input: Input = {};
  for (const part of ["query", "body"] as const) {
    const { shape = {} } = call[part] as { shape?: Record<string, z.core.$ZodType> };
    const values: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(shape)) {
      const byName = fieldNames.find((each) => each === name && schema._zod.def.type === "string");
      const field = name === "cursor" ? {} : byName ? { value: named[byName] } : fieldOf(schema, named);
      if (!field) return undefined;
      if ("value" in field) values[name] = field.value;
    }
    if (Object.keys(values).length > 0) input[part] = values;
  }
  return input;
}
