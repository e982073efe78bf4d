import { searchMembers } from "#contract/members.ts";
import type { Card, Image } from "#contract/profiles.ts";
import { ApiFailure } from "#web/lib/api.ts";
import type { Page } from "#web/lib/page.ts";
import { visitorsSee } from "#web/members/visitors-see.ts";

/** With fewer faces the picture would look deserted; the drawn picture is shown instead. */
export const facesShown = 8;

/** A member whose main photo may be shown. */
export type Face = Card & { main_image: NonNullable<Card["main_image"]> };

const hasFace = (member: Card): member is Face =>
  !member.fictional && member.main_image !== null && member.main_image.locked === null;

/** Members with a photo, without fictional profiles: women and men alternate, each in the order of the search. */
export function mixMembers(members: readonly Card[]): Face[] {
  const shown = members.filter(hasFace);
  const women = shown.filter(({ gender }) => gender === "female");
  const men = shown.filter(({ gender }) => gender === "male");
  const turns = Array.from({ length: Math.max(women.length, men.length) }, (_, at) => [women[at], men[at]]);
  return turns.flat().filter((member) => member !== undefined);
}

export function mixFaces(members: readonly Card[]): Image[] {
  const faces = mixMembers(members).map(({ main_image }) => main_image);
  return faces.length < facesShown ? [] : faces.slice(0, facesShown);
}

/**
 * Members with photos from the first page of the search, if this visitor may open it anyway (R6.02); else none. The
 * page works without them.
 */
export async function findOpenMembers(page: Page, request: Request, query: object = {}): Promise<Card[]> {
  if (visitorsSee(await page.settings(), request) === "none") return [];
  try {
    return (await page.call(searchMembers, { query: { photo: "1", ...query } })).members;
  } catch (failure) {
    if (failure instanceof ApiFailure) return [];
    throw failure;
  }
}

/** Main photos for the home page. Members get none, so that nothing on the page depends on the viewer. */
export async function findFaces(page: Page, request: Request): Promise<Image[]> {
  if ((await page.user()) !== null) return [];
  return mixFaces(await findOpenMembers(page, request));
}
