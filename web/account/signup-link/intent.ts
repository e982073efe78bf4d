import { isLanguage } from "#contract/languages.ts";
import { searchInterestsLimit } from "#contract/members.ts";
import { genders, interests, seeks } from "#contract/profiles.ts";
import { isUuid } from "#contract/uuid.ts";
import { toLocalPath } from "#web/lib/local-path.ts";

export function readNext(search: URLSearchParams): string | null {
  const requested = search.get("next");
  return requested === null ? null : toLocalPath(requested);
}

/** The values that the address prefills: an advertisement may know which gender its readers look for. */
export function readPrefilled(search: URLSearchParams) {
  const option = (name: string, codes: readonly string[]) => codes.find((code) => code === search.get(name));
  return { gender: option("gender", genders), seeks: option("seeks", seeks) };
}

/** Marks the address of a search that follows from what a visitor picked on a lander, so that the page can say so. */
export const pickedParam = "picked";

/** The search for the interests that a visitor picked on a lander; null if they picked none. */
export function composeInterestSearch(picked: readonly string[]): string | null {
  const codes = interests.filter((code) => picked.includes(code)).slice(0, searchInterestsLimit);
  return codes.length === 0
    ? null
    : `/members?${new URLSearchParams({ interests: codes.join(","), [pickedParam]: "1" })}`;
}

export type LinkIntent = {
  to: string | null;
  /** The member that the signup is for: the recipient, or the member whose page the visitor wanted to see. */
  member: string | null;
  /** The page after the first steps: for a member's visitor, that member's page. */
  next: string | null;
  search: URLSearchParams;
};

const memberPage = /^\/members\/([^/]+)(?:\/|$)/;

function readMemberId(path: string | null): string | null {
  const id = memberPage.exec(path ?? "")?.[1] ?? "";
  return isUuid(id) ? id : null;
}

export function readIntent({ pathname, searchParams: search }: Pick<URL, "pathname" | "searchParams">): LinkIntent {
  const [, firstSegment = ""] = pathname.split("/");
  const path = isLanguage(firstSegment) ? pathname.slice(firstSegment.length + 1) : pathname;
  const requested = readNext(search);
  const to = readMemberId(path);
  const next = requested ?? (to === null ? null : `/members/${to}`);
  return { to, member: to ?? readMemberId(next), next, search };
}

/** A user who wrote to the member of the signup goes to the chat, where the message waits. */
export function findPageAfterSignup({ to, next }: Pick<LinkIntent, "to" | "next">, wrote: boolean): string | null {
  return wrote && to !== null && next === `/members/${to}` ? `${next}/chat` : next;
}

/** The signup for a visitor who was redirected to the login. If they wanted to write, it starts with the message. */
export function composeSignupPath(next: string | null): string {
  const path = next === null ? null : toLocalPath(next);
  if (path === null) return "/signup";
  const member = readMemberId(path);
  return member !== null && path.endsWith("/chat")
    ? `/members/${member}/signup`
    : `/signup?${new URLSearchParams({ next: path })}`;
}

export function composeLoginPath(to: string | null, next: string | null): string {
  const path = next ?? (to === null ? null : `/members/${to}`);
  return path === null ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}
