import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import type { Owner } from "./passkey-rules.ts";
import { deletePasskey, updateName } from "./passkey-store.ts";

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
