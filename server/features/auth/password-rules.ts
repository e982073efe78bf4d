import type { FieldCode } from "#contract/errors.ts";

/** D3.3: a password must not be the name, the address, or one of the most common. */
export function validatePassword(
  password: string,
  name: string,
  email: string,
  isCommon: (password: string) => boolean,
): FieldCode | undefined {
  const lower = password.toLowerCase();
  if (lower === name.toLowerCase() || lower === email.toLowerCase()) return "password_is_name_or_email";
  return isCommon(password) ? "password_common" : undefined;
}
