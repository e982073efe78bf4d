import type { MollieLinks } from "./resources.ts";

type Page<Item> = { items: readonly Item[]; _links: MollieLinks };

/** What was created in a period, the oldest first. Mollie's pages begin with the newest. */
export async function listCreated<Item extends { createdAt: string }>(
  { from, until }: { from: Date; until: Date },
  fetchPage: (query: string) => Promise<Page<Item>>,
): Promise<Item[]> {
  const listed: Item[] = [];
  for (let query: string | undefined = "?limit=250"; query !== undefined; ) {
    const { items, _links }: Page<Item> = await fetchPage(query);
    listed.push(...items);
    const oldest = listed.at(-1);
    const nextPage = _links.next?.href;
    const isBeforePeriod = oldest !== undefined && new Date(oldest.createdAt) < from;
    query = nextPage === undefined || isBeforePeriod ? undefined : new URL(nextPage).search;
  }
  const isInPeriod = (time: Date) => time >= from && time < until;
  return listed.filter(({ createdAt }) => isInPeriod(new Date(createdAt))).reverse();
}
