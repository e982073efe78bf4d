import { z } from "zod";

const texts = z.union([z.string(), z.array(z.string()).max(20, "too_big")], "invalid");

/** Names of columns in a list with commas, or as repeated parameters, as a form without scripts sends them. */
export const columnList = <const Names extends readonly string[]>(names: Names) =>
  texts
    .transform((parameter) => [...new Set([parameter].flat().flatMap((list) => list.split(",")))])
    .pipe(z.array(z.enum(names, "unknown_option")));

/** `column:value`, such as `network:adnet`; nothing after the colon means the rows whose column is empty. */
export const columnValues = <const Names extends readonly string[]>(names: Names) =>
  texts
    .transform((parameter) =>
      [parameter].flat().map((text) => {
        const [name = "", ...valueParts] = text.split(":");
        return { name, value: valueParts.join(":") };
      }),
    )
    .pipe(
      z.array(
        z.object({
          name: z.enum(names, "unknown_option"),
          value: z
            .string()
            .max(100, "too_long")
            .regex(/^\P{Cc}*$/u, "invalid"),
        }),
      ),
    )
    .transform((parts) => {
      const limits: { [Name in Names[number]]?: string } = {};
      for (const { name, value } of parts) limits[name] = value;
      return limits;
    });
