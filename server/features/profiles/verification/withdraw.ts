import type { MemberContext } from "#server/http/handle.ts";
import { removePhotoFiles } from "../photos/jobs.ts";
import { pictureFolder } from "./rules.ts";
import { deleteBadge, deleteRequest } from "./store.ts";

/** Takes back a member's request and their badge; the selfie is erased. */
export async function withdraw({ db, site, viewer, services }: MemberContext): Promise<void> {
  const { memberId } = viewer;
  const pictureId = await deleteRequest(db, memberId, "selfie");
  await deleteBadge(db, memberId);
  if (pictureId === null) return;
  const folder = pictureFolder({ siteId: site.id, memberId, id: pictureId });
  await services.jobs.add(db, removePhotoFiles, { folder });
}
