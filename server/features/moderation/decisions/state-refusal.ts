import { createHash } from "node:crypto";
import type { Ground } from "#contract/decisions.ts";
import type { Hooks } from "#server/hooks.ts";
import { uuidAt } from "#server/lib/uuid-bytes.ts";
import { issueStatement } from "./issue-statement.ts";
import { findGround } from "./store.ts";

/**
 * Stores the statement of reasons of what a program decided by itself (DSA, article 17), and mails it. Once for a
 * member and what it applies: if the same thing is refused again, the statement says nothing new.
 */
export const stateRefusal: Hooks["programRefused"] = async (
  ctx,
  { isPhoto = false, decision, applies, memberId, siteId, ground },
) => {
  const stated = ground ?? ((applies && (await findGround(ctx.db, applies))) || "other");
  const seed = [decision, applies ?? "", memberId].join(" ");
  await issueStatement(ctx, {
    siteId,
    ground: stated as Ground,
    memberId,
    decision,
    applies,
    decisionId: uuidAt(createHash("sha256").update(seed).digest(), 0),
    side: "owner",
    source: "program",
    content: isPhoto ? { about: "photo", at: ctx.now } : undefined,
    staffId: null,
  });
};
