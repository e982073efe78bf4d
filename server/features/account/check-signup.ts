import type { checkSignup as checkCall } from "#contract/account.ts";
import type { AnswerOf } from "#contract/call.ts";
import type { FieldCode } from "#contract/errors.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { suggestAddress } from "./suggest-address.ts";
import { validateIdentity } from "./validate-identity.ts";

/**
 * Validates a name and an address as the signup would, and suggests a correction of the address (R5.02 to R5.04, D3.8).
 */
export async function checkSignup(
  ctx: Context,
  typed: { name?: string | undefined; email?: string | undefined },
): Promise<AnswerOf<typeof checkCall>> {
  const { settings } = ctx.site;
  if (ctx.viewer) throw fail("already_logged_in");
  if (settings.signups === "none") throw fail("signups_closed");
  const { name, email, address } = await validateIdentity(ctx, typed);
  const fields: Record<string, FieldCode> = { ...(name && { name }), ...(email && { email }) };
  if (Object.keys(fields).length > 0) throw failFields(fields);
  return { suggestion: address === null ? null : suggestAddress(address, settings.email_domains) };
}
