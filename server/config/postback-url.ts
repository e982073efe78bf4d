/** The placeholders of a click's postback: what the network's own link carried, and the conversion. */
export const postbackFields = [
  "conversion",
  "step",
  "network",
  "ref",
  "sub1",
  "sub2",
  "sub3",
  "lander",
  "variant",
  "amount_minor",
  "currency",
] as const;
export type PostbackFields = Record<(typeof postbackFields)[number], string>;

/** The placeholders of a sum's postback: how often a step was taken until a day, by which no person is known. */
export const sumFields = ["report", "day", "step", "network", "count", "amount_minor", "currency"] as const;
type SumFields = Record<(typeof sumFields)[number], string>;

const placeholder = /\{([^{}]*)\}/g;
const longest = 2_000;

/** Returns null if it is valid. Its first field is required, because a network recognises a repetition by it. */
export function postbackProblem(template: string, fields: readonly string[]): string | null {
  const names = [...template.matchAll(placeholder)].map(([, name]) => name ?? "");
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown !== undefined) return `{${unknown}} is not one of ${fields.map((name) => `{${name}}`).join(" ")}`;
  const [number = ""] = fields;
  if (!names.includes(number)) return `lacks {${number}}, by which the network recognises a repeated postback`;
  const url = URL.parse(template.replaceAll(placeholder, "0"));
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") {
    return "must begin with https:// and a host, without a port and a login";
  }
  if (!template.startsWith(`https://${url.host}/`)) return "may have no placeholder in the host, and needs a path";
  return template.length > longest ? `must have at most ${longest} characters` : null;
}

/** Fills in the template of a postback URL; each value is encoded for a query. */
export function fillPostback(template: string, fields: PostbackFields | SumFields): string {
  const values = new Map<string, string>(Object.entries(fields));
  return template.replaceAll(placeholder, (_, name: string) => encodeURIComponent(values.get(name) ?? ""));
}
