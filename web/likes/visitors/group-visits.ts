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

export function groupVisits(visits: readonly Visit[], today: string): { span: Span; visits: Visit[] }[] {
  const groups = Map.groupBy(visits, (visit) => findSpan(daysAgo(visit.visited_on, today)));
  return spans.filter((span) => groups.has(span)).map((span) => ({ span, visits: groups.get(span) ?? [] }));
}

/**
 * The first page, which is kept up to date, with the further ones, each visitor once and with their newest visit.
 * Members who were `hidden` meanwhile are left out, also of a page that was on its way.
 */
export function joinVisits(first: readonly Visit[], further: readonly Visit[], hidden: readonly string[]): Visit[] {
  const newest = new Map(first.map((visit) => [visit.member.id, visit]));
  for (const visit of further) {
    const { id } = visit.member;
    if (!newest.has(id) && !hidden.includes(id)) newest.set(id, visit);
  }
  return [...newest.values()];
}

/** The new visitors who were not `marked` as seen yet: all of a long list would be more than one call takes. */
export const listUnmarked = (visits: readonly Visit[], marked: ReadonlySet<string>): string[] =>
  visits.filter(({ visit_new, member }) => visit_new && !marked.has(member.id)).map(({ member }) => member.id);
