import type { PasskeyList } from "#contract/passkeys.ts";
import type { Context } from "#server/http/handle.ts";
import { describeDevice } from "./describe-device.ts";
import { type Owner, relyingPartyOf } from "./passkey-rules.ts";
import { findPasskeys } from "./passkey-store.ts";

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
    available: relyingPartyOf(ctx.origin, "") !== undefined,
    password_needed: passwordNeeded,
    device: browser && system ? { browser, system } : null,
  };
}
