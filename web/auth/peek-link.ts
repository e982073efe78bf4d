import { data, redirect, useSearchParams } from "react-router";
import { getLink } from "#contract/account.ts";
import type { AnswerOf } from "#contract/call.ts";
import { ApiFailure } from "#web/lib/api.ts";
import type { Page } from "#web/lib/page.ts";

export type PeekedLink = AnswerOf<typeof getLink> | null;

/** Does not redeem it. Null with status 410; an expired or used activation link has its own page (R8.05). */
export async function peekLink({ call }: Page, token: string) {
  try {
    const link: PeekedLink = await call(getLink, { query: { token } });
    return data(link);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code === "activation_failed") throw redirect("/activate/error");
    if (error.code === "link_invalid") return data<PeekedLink>(null, { status: 410 });
    throw data({ message: error.message }, { status: error.status || 503 });
  }
}

const readToken = (params: URLSearchParams) => (params.get("token") ?? "").slice(0, 100);

export const tokenOf = (request: Request): string => readToken(new URL(request.url).searchParams);

export const useQueryToken = (): string => readToken(useSearchParams()[0]);
