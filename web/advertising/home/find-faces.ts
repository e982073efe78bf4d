import type { Card, Image } from "#contract/profiles.ts";
import { findOpenMembers, mixMembers } from "#web/advertising/landers/open-members.ts";
import type { Page } from "#web/lib/page.ts";

/** The picture would look deserted with fewer faces; drawn people are shown instead. */
export const facesShown = 8;

export type ShownFace = { image: Image; gender: Card["gender"] };

export function mixFaces(members: readonly Card[]): ShownFace[] {
  const faces = mixMembers(members).map(({ main_image: image, gender }) => ({ image, gender }));
  return faces.length < facesShown ? [] : faces.slice(0, facesShown);
}

export const findFaces = async (page: Page, request: Request): Promise<ShownFace[]> =>
  mixFaces(await findOpenMembers(page, request));
