import { createHash } from "node:crypto";
import type { z } from "zod";
import type { setSitePicture } from "#contract/site-picture.ts";
import { withLanderPicture } from "#contract/with-lander-picture.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { shrinkUpload } from "#server/features/profiles/index.ts";
import { describeSite, sitePictureKey } from "#server/features/sites/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import type { Log } from "../staff/audit.ts";
import { changeByStaff } from "./change-by-staff.ts";
import { chooseSite } from "./choose-site.ts";

/** Stores the file, then the setting that names it by its content. Files of former pictures stay, for the undo. */
export async function setPictureByStaff(
  ctx: StaffContext,
  { site, lander, file }: z.output<typeof setSitePicture.body>,
  log: Log,
): Promise<void> {
  const { chosen } = await chooseSite(ctx, site);
  const bytes = await shrinkUpload(file);
  const picture = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  await ctx.services.files.put(sitePictureKey(picture), bytes, "image/webp");
  await inTransaction(ctx.db, async (db) => {
    const own = (await describeSite(db, chosen.key))?.file.settings;
    const landers = own?.lander_pictures;
    const change =
      lander === undefined
        ? { name: "picture", before: own?.picture, after: picture }
        : { name: "lander_pictures", before: landers, after: withLanderPicture(landers ?? [], lander, picture) };
    const changed = { key: chosen.key, changes: [change], alsoOn: [] };
    for (const entry of await changeByStaff({ ...ctx, db }, changed)) await log(db, entry);
  });
}
