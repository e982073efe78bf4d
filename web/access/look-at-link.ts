import { data } from "react-router";
import { getLink } from "#contract/account.ts";
import type { AnswerOf } from "#contract/call.ts";
import { ApiFailure } from "#web/lib/api.ts";
import type { Page } from "#web/lib/page.ts";

export type LookedAt = AnswerOf<typeof getLink> | null;

/** For loaders: what a link is for, without spending it (D3.6); null, with status 410, for one that can't be used. */
export async function lookAtLink({ call }: Page, token: string) {
  try {
    const link: LookedAt = await call(getLink, { query: { token } });
    return data(link);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code === "link_invalid") return data<LookedAt>(null, { status: 410 });
    throw data({ message: error.message }, { status: error.status || 503 });
  }
}

/**
 * Headers of the pages whose address holds a token: no request that they make names more than the site. `no-referrer`
 * would hide the site as well, and a form without scripts could not say any more that it comes from here.
 */
export function linkHeaders() {
  return { "referrer-policy": "strict-origin" };
}

/** The token of an address that carries it as `?token=`. */
export function tokenOf(request: Request): string {
  return (new URL(request.url).searchParams.get("token") ?? "").slice(0, 100);
}
