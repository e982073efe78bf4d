import type { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import { getMember } from "#contract/members.ts";
import type { Unlocked } from "./db/locks.ts";
import type { Site } from "./site.ts";

/** What a part uses of the request. */
export type MemberPageContext = { db: Unlocked; site: Pick<Site, "id">; viewer: { memberId: string }; now: Date };

/** What a member's page has beside the profile. */
type MemberPage = Omit<AnswerOf<typeof getMember>, "profile">;

/** Fields of a member's page, declared by the area that knows them. */
export type MemberPagePart = {
  fields: readonly string[];
  load(ctx: MemberPageContext, memberId: string): Promise<object>;
};

/**
 * Declares what an area adds to a member's page: the fields in the contract, and the function that loads them. The
 * viewer may see the member.
 */
export function onMemberPage<Shape extends z.ZodRawShape>(
  shape: Shape,
  load: (ctx: MemberPageContext, memberId: string) => Promise<NoInfer<z.output<z.ZodObject<Shape>>>>,
): MemberPagePart {
  return { fields: Object.keys(shape), load };
}

/** Throws if the parts do not have each field of the page exactly once: the start fails, as without a handler. */
export function assertWholePage(parts: readonly MemberPagePart[]): void {
  const loaded = parts.flatMap(({ fields }) => fields).toSorted();
  const { profile: _, ...rest } = getMember.answer.shape;
  const neededFields = Object.keys(rest).toSorted();
  if (loaded.join() === neededFields.join()) return;
  throw new Error(
    `a member's page needs ${neededFields.join(", ")}; \`memberPage\` of the areas loads ${loaded.join(", ")}`,
  );
}

/** Loads all parts at once. */
export async function loadMemberPage(
  parts: readonly MemberPagePart[],
  ctx: MemberPageContext,
  memberId: string,
): Promise<MemberPage> {
  // together they have each field: see `assertWholePage`
  return Object.assign({}, ...(await Promise.all(parts.map(({ load }) => load(ctx, memberId)))));
}
