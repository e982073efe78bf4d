import { useCallback } from "react";
import type { PhotoAttachment } from "#contract/attachments.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** Says in a sentence who sent a photo; `name` is the partner's. */
export function useDescribePhoto(): (photo: PhotoAttachment, mine: boolean, name: string) => string {
  const t = useTexts("chat-photos");
  return useCallback(
    ({ status }, mine, name) => {
      if (status === "rejected") return t(mine ? "chat.own_rejected" : "chat.removed");
      return mine ? t("chat.sent") : t("chat.received", { name });
    },
    [t],
  );
}
