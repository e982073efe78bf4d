import { createHash } from "node:crypto";
import type { Ground } from "#contract/decisions.ts";
import type { ProgramKind } from "#contract/program-kinds.ts";
import type { Hooks } from "#server/hooks.ts";
import { uuidAt } from "#server/lib/uuid-bytes.ts";
import { issueStatement } from "./issue-statement.ts";
import type { StatementContext } from "./mail-statement.ts";
import { findGround } from "./store.ts";

type Refusal = {
  siteId: number;
  memberId: string;
  decision: ProgramKind;
  ground: Ground;
  /** What was decided or happened before, which the program applied. */
  applies: string | null;
  isPhoto?: boolean;
};

/**
 * Stores the statement of reasons of what a program decided by itself (DSA, article 17), and mails it. Once for a
 * member and what it applies: if the same thing is refused again, the statement says nothing new.
 */
export async function stateRefusal(
  ctx: StatementContext,
  { isPhoto = false, decision, applies, memberId, ...refusal }: Refusal,
): Promise<void> {
  const seed = [decision, applies ?? "", memberId].join(" ");
  await issueStatement(ctx, {
    ...refusal,
    memberId,
    decision,
    applies,
    decisionId: uuidAt(createHash("sha256").update(seed).digest(), 0),
    side: "owner",
    source: "program",
    content: isPhoto ? { about: "photo", at: ctx.now } : undefined,
    staffId: null,
  });
}

/** States why a program refused a photo: by the ground of the decision of staff that it applies. */
export const stateRefusedPhoto: Hooks["photoRefused"] = async (ctx, { isForChat, everywhere, ...refusal }) => {
  const ground = everywhere ? "minor" : ((refusal.applies && (await findGround(ctx.db, refusal.applies))) ?? "other");
  const decision = isForChat ? "chat_photo_refused" : "photo_refused";
  await stateRefusal(ctx, { ...refusal, decision, ground: ground as Ground, isPhoto: true });
};
