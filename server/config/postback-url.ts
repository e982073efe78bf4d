/** The placeholders of a postback URL: what the network's own link carried, and the conversion. No personal data. */
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

const placeholder = /\{([^{}]*)\}/g;
const longest = 2_000;

/** Returns null if it is valid. It has to name `{conversion}`, by which a network recognises a repetition. */
export function postbackProblem(template: string): string | null {
  const names = [...template.matchAll(placeholder)].map(([, name]) => name ?? "");
  const unknown = names.find((name) => !(postbackFields as readonly string[]).includes(name));
  if (unknown !== undefined) return `{${unknown}} is not one of ${postbackFields.map((name) => `{${name}}`).join(" ")}`;
  if (!names.includes("conversion")) return "lacks {conversion}, by which the network recognises a repeated postback";
  const url = URL.parse(template.replaceAll(placeholder, "0"));
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") {
    return "must begin with https:// and a host, without a port and a login";
  }
  if (!template.startsWith(`https://${url.host}/`)) return "may have no placeholder in the host, and needs a path";
  return template.length > longest ? `must have at most ${longest} characters` : null;
}

/** Fills in the template of a postback URL; each value is encoded for a query. */
export function fillPostback(template: string, fields: PostbackFields): string {
  const values = new Map<string, string>(Object.entries(fields));
  return template.replaceAll(placeholder, (_, name: string) => encodeURIComponent(values.get(name) ?? ""));
}
