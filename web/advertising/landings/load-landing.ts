import { redirect } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { getCard } from "#contract/members.ts";
import { mayJoin } from "#contract/tracking.ts";
import { isUuid } from "#contract/uuid.ts";
import { readTracking } from "#web/account/signup-link/tracking.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import type { Route } from "./+types/conversation.ts";
import { nicheTexts } from "./niche-texts.server.ts";
import { requireOwnSlug } from "./slug.ts";

type Shown = AnswerOf<typeof getCard>;
type Args = Pick<Route.LoaderArgs, "context" | "request"> & { params: { id: string; slug?: string | undefined } };

/** Returns null if a visitor may not see the member, for any reason: the difference would reveal who is a member. */
async function loadShownMember({ call, load }: Page, id: string): Promise<Shown | null> {
  if (!isUuid(id)) return null;
  try {
    return await call(getCard, { query: { id } });
  } catch (error) {
    if (error instanceof ApiFailure && (error.loginNeeded || error.code === "profile_not_found")) return null;
    return await load(getCard, { query: { id } });
  }
}

/** Loads the data of a member's landing page; `name` is the page's own part of the address. */
export async function loadLanding(name: string, { context, request, params: { id, slug = "" } }: Args) {
  const page = pageOf(context);
  const { search } = new URL(request.url);
  if ((await page.user()) !== null) throw redirect(isUuid(id) ? `/members/${id}` : "/members");
  // before fetching the member: this stores the visitor's traffic source, which may decide what they see
  const { niche, signups } = await page.settings();
  requireOwnSlug(`/members/${encodeURIComponent(id)}/${name}`, slug, niche, search);
  // /signup says that joining is not possible, before the visitor writes a message for nothing
  if (!mayJoin({ signups }, readTracking(request))) throw redirect(`/signup${search}`);
  return { landing: await loadShownMember(page, id), niche: nicheTexts(page.language, niche) };
}

export type Loaded = Awaited<ReturnType<typeof loadLanding>>;
