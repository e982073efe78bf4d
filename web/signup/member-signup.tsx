import { data, redirect } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { getCard } from "#contract/members.ts";
import { isUuid } from "#contract/uuid.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import type { Route } from "./+types/member-signup.ts";
import { loadSignup, signUpWithoutScripts } from "./load-signup.ts";
import { SignupPage } from "./signup-page.tsx";

export const handle: ScreenHandle = { who: "visitors", texts: ["account", "auth", "members"], mood: "signup" };

/** The recipient of the message; null if the site hides members from visitors (R6.02). */
async function loadRecipient({ call, load }: Page, id: string): Promise<AnswerOf<typeof getCard> | null> {
  try {
    return await call(getCard, { query: { id } });
  } catch (error) {
    if (error instanceof ApiFailure && error.loginNeeded) return null;
    return await load(getCard, { query: { id } });
  }
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const page = pageOf(context);
  if ((await page.user()) !== null) throw redirect(`/members/${params.id}/chat`);
  const [recipient, loaded] = await Promise.all([loadRecipient(page, params.id), loadSignup(page, request)]);
  return { ...loaded, member: recipient?.member ?? null, takesMessage: recipient?.takes_first_message ?? true };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return await signUpWithoutScripts(pageOf(context), request, params.id);
}

export const shouldRevalidate = () => false;

/** R2.19: the signup that starts with a message to a member, unless the member limits who may write first (R10.05). */
export default function MemberSignup({ loaderData, actionData, params }: Route.ComponentProps) {
  const { member, takesMessage } = loaderData;
  return <SignupPage loaded={loaderData} answer={actionData} to={takesMessage ? params.id : null} member={member} />;
}
