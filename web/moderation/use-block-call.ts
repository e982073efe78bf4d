import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRevalidator } from "react-router";
import { blockMember } from "#contract/moderation.ts";
import { removeFromCache } from "#web/lib/live-queries.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { removeFromSavedResults } from "#web/member-parts/saved-results.ts";
import { useToast } from "#web/ui/toast.tsx";
import { closeOverlays } from "#web/ui/use-overlay.ts";
import { blocking } from "./blocking.ts";

export type Blockable = { id: string; name: string };

/**
 * Blocks a member, then navigates to `next`, as the current page's data is deleted. Without `next` the page is
 * reloaded, and shows in the profile's place who was blocked, how to unblock them, and where to go next.
 */
export function useBlockCall({ id, name }: Blockable, next: string | undefined) {
  const t = useTexts("moderation");
  const client = useQueryClient();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const { run, pending, failure } = useCall(blockMember);
  const block = async () => {
    blocking.begin(id);
    try {
      if (!(await run({ body: { id } }))) return;
      removeFromSavedResults(id);
      await closeOverlays();
      if (next === undefined) await revalidate();
      else await navigate(next, { replace: true });
      removeFromCache(client, id);
      if (next === undefined) return;
      toast({ title: t("block.done", { name }), text: t("block.done_text"), to: "/notifications#blocked" });
    } finally {
      blocking.end(id);
    }
  };
  return { block, pending, failure };
}
