import { daysBetween } from "#contract/days.ts";
import type { Visit } from "#contract/visitors.ts";

/** The headings of the list of visits; never finer than a day, because only the day is stored. */
export const spans = ["today", "yesterday", "week", "month", "earlier"] as const;
export type Span = (typeof spans)[number];

/** Days from a visit until today; both are ISO dates (UTC). */
export function daysAgo(visitedOn: string, today: string): number {
  return Math.max(0, daysBetween(visitedOn, today));
}

function findSpan(days: number): Span {
  if (days === 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 7) return "week";
  return days < 31 ? "month" : "earlier";
}

/** The visits grouped under their headings, in their order. */
export function groupVisits(visits: readonly Visit[], today: string): { span: Span; visits: Visit[] }[] {
  const groups = Map.groupBy(visits, (visit) => findSpan(daysAgo(visit.visited_on, today)));
  return spans.filter((span) => groups.has(span)).map((span) => ({ span, visits: groups.get(span) ?? [] }));
}

/** The list with another page added, each visitor once: an entry that is already in the list has the newer visit. */
export function addVisits(known: readonly Visit[], added: readonly Visit[]): Visit[] {
  const ids = new Set(known.map(({ member }) => member.id));
  return [...known, ...added.filter(({ member }) => !ids.has(member.id))];
}

/** The visits loaded after the first page, and the members who were hidden since the page was opened. */
export type FurtherVisits = { visits: readonly Visit[]; hidden: readonly string[] };
type Change = { type: "loaded"; visits: readonly Visit[] } | { type: "hidden"; member: string };

/** Also leaves out members who were hidden while the answer was on its way. */
export function changeFurtherVisits({ visits, hidden }: FurtherVisits, change: Change): FurtherVisits {
  const nowHidden = change.type === "hidden" ? [...hidden, change.member] : hidden;
  const all = change.type === "loaded" ? addVisits(visits, change.visits) : visits;
  return { visits: all.filter(({ member }) => !nowHidden.includes(member.id)), hidden: nowHidden };
}
