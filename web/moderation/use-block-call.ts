import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRevalidator } from "react-router";
import { blockMember } from "#contract/moderation.ts";
import { settingPath } from "#contract/setting-sections.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { removeFromCache } from "#web/member-parts/live-queries.ts";
import { removeFromSavedResults } from "#web/member-parts/saved-results.ts";
import { useToast } from "#web/ui/toast.tsx";
import { closeOverlays } from "#web/ui/use-overlay.ts";
import { blocking } from "./use-member-hidden.ts";

export type Blockable = { id: string; name: string };

/** Leads to `next`, as the page's data is deleted; without it the page says in the profile's place who was blocked. */
export function useBlockCall({ id, name }: Blockable, next: string | undefined) {
  const t = useTexts("moderation");
  const client = useQueryClient();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const { run, pending, failure } = useCall(blockMember);
  const block = async () => {
    blocking.add(id);
    try {
      await run({ body: { id } }, async () => {
        removeFromSavedResults(id);
        await closeOverlays();
        if (next === undefined) await revalidate();
        else await navigate(next, { replace: true });
        removeFromCache(client, id);
        if (next === undefined) return;
        toast({ title: t("block.done", { name }), text: t("block.done_text"), to: settingPath("blocked") });
      });
    } finally {
      blocking.delete(id);
    }
  };
  return { block, pending, failure };
}
