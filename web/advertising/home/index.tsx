import { searchMembers } from "#contract/members.ts";
import type { User } from "#contract/user.ts";
import { lazyRequired } from "#web/lib/lazy-part.tsx";
import { useLive } from "#web/lib/live-state.ts";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import type { Route } from "./+types/index.ts";
import { loadForVisitor } from "./load-for-visitor.ts";
import { VisitorHome } from "./visitor-home.tsx";
import "./home.css";

export const handle: ScreenHandle = {
  who: "everyone",
  texts: ["home", "landers.common", "account.question", "landings"],
  mood: "browsing",
};

/** A script of its own, so that visitors don't load it. */
const MemberHome = lazyRequired(() => import("./member-home.tsx"));

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.user();
  return user === null
    ? { visitor: await loadForVisitor(page, request), members: null }
    : { visitor: null, members: await loadForMember(page, user) };
}

/** `/`: shows visitors what the site is, who is on it, what it costs, and the signup; shows members their news. */
export default function Home({ loaderData: { visitor, members } }: Route.ComponentProps) {
  const live = useLive();
  if (members === null) return <VisitorHome {...visitor} />;
  return live === null ? null : <MemberHome live={live} members={members} />;
}

const membersShown = 8;

/** The first members of the search in its default order (0107), those of the ages that the member looks for first. */
async function loadForMember({ load }: Page, { wanted_ages: { min, max } }: User) {
  const ofAges = await load(searchMembers, { query: { photo: "1", min_age: String(min), max_age: String(max) } });
  const others = ofAges.members.length < membersShown ? await load(searchMembers, { query: { photo: "1" } }) : ofAges;
  const members = new Map([...ofAges.members, ...others.members].map((member) => [member.id, member]));
  return [...members.values()].slice(0, membersShown);
}
