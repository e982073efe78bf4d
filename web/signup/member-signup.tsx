import { data, redirect } from "react-router";
import { getCard } from "#contract/members.ts";
import type { Card } from "#contract/profiles.ts";
import { isUuid } from "#contract/uuid.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import type { Route } from "./+types/member-signup.ts";
import { loadSignup, signUpWithoutScripts } from "./load-signup.ts";
import { SignupPage } from "./signup-page.tsx";

export const handle: ScreenHandle = { who: "visitors", texts: ["account", "auth", "members"] };

/** The recipient of the message; null if the site hides members from visitors (R6.02). */
async function loadCard({ call, load }: Page, id: string): Promise<Card | null> {
  try {
    return (await call(getCard, { query: { id } })).member;
  } catch (error) {
    if (error instanceof ApiFailure && error.loginNeeded) return null;
    return (await load(getCard, { query: { id } })).member;
  }
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const page = pageOf(context);
  if ((await page.user()) !== null) throw redirect(`/members/${params.id}/chat`);
  const [member, loaded] = await Promise.all([loadCard(page, params.id), loadSignup(page, request)]);
  return { ...loaded, member };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return await signUpWithoutScripts(pageOf(context), request, params.id);
}

export function shouldRevalidate(): boolean {
  return false;
}

/** R2.19: the signup that starts with a message to a member. */
export default function MemberSignup({ loaderData, actionData, params }: Route.ComponentProps) {
  return <SignupPage loaded={loaderData} answer={actionData} to={params.id} member={loaderData.member} />;
}
