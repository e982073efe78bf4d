/** The page of one of the member's own photos; updates about it link there, and end with it. */
export const photoPath = (id: string) => `/profile#photo-${id}`;
/** The page of the member's own voice introduction. */
export const introductionPath = "/profile#voice";
/** The photo that an update is about; undefined: none. */
export const photoOf = ({ path }: { path: string | null }) => /^\/profile#photo-(.+)$/.exec(path ?? "")?.[1];
