import type { FieldCode } from "#contract/errors.ts";

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/**
 * D3.3: a password must not be the name, the address, one of the most common, or the site's name or host, with or
 * without digits and signs around it.
 */
export function validatePassword(
  password: string,
  { name, email, site }: { name: string; email: string; site: { name: string; host: string } },
  isCommon: (password: string) => boolean,
): FieldCode | undefined {
  const lower = password.toLowerCase();
  if (lower === name.toLowerCase() || lower === email.toLowerCase()) return "password_is_name_or_email";
  const [label = ""] = site.host.split(".");
  const bare = lettersOf(password);
  const isOfSite = bare !== "" && [site.name, site.host, label].some((word) => lettersOf(word) === bare);
  return isOfSite || isCommon(password) ? "password_common" : undefined;
}
