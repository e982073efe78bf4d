import type { PasskeyList } from "#contract/passkeys.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { browserOrigin } from "#server/http/origin.ts";
import { describeDevice } from "./devices.ts";
import { type Owner, relyingPartyOf } from "./passkey-rules.ts";
import { deletePasskey, findPasskeys, updateName } from "./passkey-store.ts";

export async function showPasskeys(ctx: Context, owner: Owner, passwordNeeded: boolean): Promise<PasskeyList> {
  const rows = await findPasskeys(ctx.db, owner);
  const { browser, system } = describeDevice(ctx.userAgent);
  return {
    passkeys: rows.map((row) => ({
      id: row.id,
      name: row.name,
      host: row.rp_id,
      credential_id: row.credential_id.toString("base64url"),
      synced: row.synced,
      created_at: row.created_at.toISOString(),
      used_at: row.used_at?.toISOString() ?? null,
    })),
    available: relyingPartyOf(browserOrigin(ctx.request), "") !== undefined,
    password_needed: passwordNeeded,
    device: browser && system ? { browser, system } : null,
  };
}

export async function renamePasskey(
  { db }: Context,
  owner: Owner,
  { id, name }: { id: string; name: string },
): Promise<void> {
  if (!(await updateName(db, owner, id, name))) throw fail("passkey_not_found");
}

export async function removePasskey({ db }: Context, owner: Owner, id: string): Promise<string> {
  const name = await deletePasskey(db, owner, id);
  if (name === undefined) throw fail("passkey_not_found");
  return name;
}
