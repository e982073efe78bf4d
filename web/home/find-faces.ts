import { searchMembers } from "#contract/members.ts";
import type { Card, Image } from "#contract/profiles.ts";
import { ApiFailure } from "#web/lib/api.ts";
import type { Page } from "#web/lib/page.ts";
import { visitorsSee } from "#web/members/visitors-see.ts";

/** With fewer faces the picture would look deserted; the drawn picture is shown instead. */
export const facesShown = 8;

/** Women and men alternate, each in the order of the search. */
export function mixFaces(members: readonly Card[]): Image[] {
  const shown = members.flatMap(({ fictional, gender, main_image: image }) =>
    fictional || image === null || image.locked !== null ? [] : [{ gender, image }],
  );
  const women = shown.filter(({ gender }) => gender === "female");
  const men = shown.filter(({ gender }) => gender === "male");
  const turns = Array.from({ length: Math.max(women.length, men.length) }, (_, at) => [women[at], men[at]]);
  const faces = turns.flat().flatMap((face) => (face ? [face.image] : []));
  return faces.length < facesShown ? [] : faces.slice(0, facesShown);
}

/**
 * Main photos for the home page: those from the first page of the search that this visitor may open anyway (R6.02).
 * Members get none, so that nothing on the page depends on the viewer.
 */
export async function findFaces(page: Page, request: Request): Promise<Image[]> {
  const [user, settings] = await Promise.all([page.user(), page.settings()]);
  if (user !== null || visitorsSee(settings, request) === "none") return [];
  try {
    return mixFaces((await page.call(searchMembers, { query: { photo: "1" } })).members);
  } catch (failure) {
    // the home page works without faces
    if (failure instanceof ApiFailure) return [];
    throw failure;
  }
}
