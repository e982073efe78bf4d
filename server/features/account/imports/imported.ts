import type { AnswerOf } from "#contract/call.ts";
import type { getImported } from "#contract/imports.ts";
import { fail } from "#server/http/fail.ts";
import type { Context, Mutating } from "#server/http/handle.ts";
import { readSignedPath } from "#server/signed-pages.ts";
import { findImported, takeImportedRow } from "./store.ts";

type Asked = Pick<Context, "db" | "site" | "services">;

export async function showImported(
  { db, site, services }: Asked,
  token: string,
): Promise<AnswerOf<typeof getImported>["imported"]> {
  const id = readSignedPath(services.config, "imported", token);
  const row = id === undefined ? undefined : await findImported(db, site.id, id);
  if (!row) throw fail("link_invalid");
  return row;
}

export async function eraseImportedByLink({ db, site, services }: Asked, token: string): Promise<void> {
  const id = readSignedPath(services.config, "imported", token);
  if (id === undefined) throw fail("link_invalid");
  await takeImportedRow(db, site.id, id);
}

/**
 * Ends an import with a signup; answers the address that its link proves. Undefined if it is gone: then the address is
 * confirmed by an email, as that of any signup.
 */
export async function takeImported(ctx: Pick<Mutating, "db" | "site" | "services">, token: string | undefined) {
  const id = token === undefined ? undefined : readSignedPath(ctx.services.config, "imported", token);
  return id === undefined ? undefined : await takeImportedRow(ctx.db, ctx.site.id, id);
}
