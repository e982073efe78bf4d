/** The same ids with one moved to another index, from 0. */
export function moveId(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** The photos in the order of the ids; those not listed come last. */
export function sortByIds<Photo extends { id: string }>(photos: readonly Photo[], ids: readonly string[]): Photo[] {
  const findIndex = ({ id }: Photo) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return photos.toSorted((one, other) => findIndex(one) - findIndex(other));
}
