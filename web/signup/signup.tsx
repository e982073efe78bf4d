import { redirect } from "react-router";
import { getCard } from "#contract/members.ts";
import type { Card } from "#contract/profiles.ts";
import { readIntent, readNext } from "#web/account/signup-link/intent.ts";
import { answerOr } from "#web/lib/api.ts";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import type { Route } from "./+types/signup.ts";
import { loadSignup, signUpWithoutScripts } from "./load-signup.ts";
import { SignupPage } from "./signup-page.tsx";

export const handle: ScreenHandle = { who: "visitors", texts: ["account", "auth", "members"], mood: "signup" };

/** The member the signup is for; null if there is none or a visitor may not see them. */
async function loadCard({ call }: Page, request: Request): Promise<Card | null> {
  const { member: id } = readIntent(new URL(request.url));
  return id === null ? null : (await answerOr(call(getCard, { query: { id } }), { member: null })).member;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.user();
  if (user?.status === "not_confirmed") throw redirect("/complete-signup");
  if (user !== null) throw redirect(readNext(new URL(request.url).searchParams) ?? "/members");
  const [member, loaded] = await Promise.all([loadCard(page, request), loadSignup(page, request)]);
  return { ...loaded, member };
}

export async function action({ context, request }: Route.ActionArgs) {
  return await signUpWithoutScripts(pageOf(context), request, null);
}

/** A form step changes the address, but needs no new data. */
export const shouldRevalidate = () => false;

/** The signup's own page (R1.01). */
export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  return <SignupPage loaded={loaderData} answer={actionData} member={loaderData.member} />;
}
