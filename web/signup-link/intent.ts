import { genders, seeks } from "#contract/profiles.ts";
import { isLanguage } from "#web/lib/languages.ts";
import { localPath } from "#web/lib/local-path.ts";

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The page that an address wants to go on with, if it is one of this site. */
export function nextOf(search: URLSearchParams): string | null {
  const wish = search.get("next");
  return wish === null ? null : localPath(wish);
}

/** What an address fills in: an advertisement may know whom its readers look for. */
export function firstOfSearch(search: URLSearchParams) {
  const option = (name: string, known: readonly string[]) => known.find((code) => code === search.get(name));
  return { gender: option("gender", genders), seeks: option("seeks", seeks) };
}

/** What somebody wants who follows a link to the signup. */
export type LinkIntent = {
  /** The member whom a first message is for. */
  to: string | null;
  /** The member who made them curious: the one of the message, or of the page they wanted to see. */
  member: string | null;
  /** Where to go on after the first steps: whoever came for a member goes on to that member's page (R6.03). */
  next: string | null;
  search: URLSearchParams;
};

const memberPage = /^\/members\/([^/]+)(?:\/|$)/;

function memberIn(path: string | null): string | null {
  const id = memberPage.exec(path ?? "")?.[1] ?? "";
  return uuid.test(id) ? id : null;
}

/** Reads what the address of the signup says, with or without the language's prefix. */
export function readIntent({ pathname, searchParams: search }: Pick<URL, "pathname" | "searchParams">): LinkIntent {
  const [, first = ""] = pathname.split("/");
  const path = isLanguage(first) ? pathname.slice(first.length + 1) : pathname;
  const asked = nextOf(search);
  const to = memberIn(path);
  const next = asked ?? (to === null ? null : `/members/${to}`);
  return { to, member: to ?? memberIn(next), next, search };
}

/** Where to go on with what was written: whoever wrote to the member whom the signup began at sees that it waits there. */
export function nextAfter({ to, next }: Pick<LinkIntent, "to" | "next">, wrote: boolean): string | null {
  return wrote && to !== null && next === `/members/${to}` ? `${next}/chat` : next;
}

/** The signup for who was led to the login on the way to a page; whoever wanted to write begins with the message. */
export function signupInsteadOf(next: string | null): string {
  const path = next === null ? null : localPath(next);
  if (path === null) return "/signup";
  const member = memberIn(path);
  return member !== null && path.endsWith("/chat")
    ? `/members/${member}/signup`
    : `/signup?${new URLSearchParams({ next: path })}`;
}

/** The other way round: the login for who was led to the signup, and is a member already. */
export function loginInsteadOf(to: string | null, next: string | null): string {
  const path = next ?? (to === null ? null : `/members/${to}`);
  return path === null ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}
