/** What a user typed or chose in a form, by field name; a box that is not ticked is missing. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** The texts of a form; files are left out, and of several fields with one name the last one counts. */
export function toFields(form: FormData): Fields {
  return Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === "string"));
}
