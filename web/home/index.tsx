import { lazyPart } from "#web/lib/lazy-part.ts";
import { useLive } from "#web/lib/live-state.ts";
import { pageOf } from "#web/lib/page.ts";
import type { Route } from "./+types/index.ts";
import { loadForMember } from "./load-for-member.ts";
import { loadForVisitor } from "./load-for-visitor.ts";
import { HomeTextsProvider } from "./texts.tsx";
import { VisitorHome } from "./visitor-home.tsx";

/** Visitors load none of it. */
const MemberHome = lazyPart(() => import("./member-home.tsx"));

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  return (await page.user()) === null
    ? { visitor: await loadForVisitor(page, request), member: null }
    : { visitor: null, member: await loadForMember(page) };
}

/** `/`: for visitors what this is, who is here, what it costs and the signup; for members what is new for them. */
export default function Home({ loaderData: { visitor, member } }: Route.ComponentProps) {
  const live = useLive();
  if (member === null) {
    return (
      <HomeTextsProvider value={visitor.texts}>
        <VisitorHome {...visitor} />
      </HomeTextsProvider>
    );
  }
  return live === null ? null : (
    <HomeTextsProvider value={member.texts}>
      <MemberHome user={live.user} members={member.members} />
    </HomeTextsProvider>
  );
}
