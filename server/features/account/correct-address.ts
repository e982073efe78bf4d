import { linkKinds } from "#contract/auth.ts";
import { violatedConstraint } from "#server/db/pool.ts";
import { findOwner, revokeLinks } from "#server/features/auth/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { sendActivation } from "./send-activation.ts";
import { replaceAddress } from "./store.ts";
import { validateIdentity } from "./validate-identity.ts";

/**
 * Sends the activation mail again; with `typed`, to a corrected address (R4.01), which revokes every link sent to the
 * wrong one. Returns the address.
 */
export async function resendActivation(ctx: MemberContext, typed: string | undefined): Promise<string> {
  const { db, viewer } = ctx;
  const account = await findOwner(db, viewer.memberId);
  if (account.status !== "not_confirmed") {
    if (typed !== undefined) throw fail("already_confirmed");
    return account.email;
  }
  const email = typed === undefined ? account.email : await correctAddress(ctx, account, typed);
  await sendActivation(ctx, { ...account, email });
  return email;
}

async function correctAddress({ db, site, now }: MemberContext, account: { id: string; email: string }, typed: string) {
  const { email: refusal, address } = await validateIdentity({ db, site, now }, { email: typed }, account.id);
  if (refusal || address === null) throw failFields({ email: refusal ?? "email_invalid" });
  if (address === account.email) return address;
  try {
    if (!(await replaceAddress(db, account.id, address))) throw fail("already_confirmed");
  } catch (error) {
    if (violatedConstraint(error) === "accounts_site_id_email_key") throw failFields({ email: "email_taken" });
    throw error;
  }
  await revokeLinks(db, account.id, linkKinds);
  return address;
}
