import { useCallback } from "react";
import type { Attachment } from "#contract/attachments.ts";
import { useTexts } from "#web/lib/texts.tsx";

type Gift = Extract<Attachment, { kind: "gift" }>;

/** A sentence that says who gave what; `name` is the giver's. It does not name an unopened gift to its recipient. */
export function useDescribeGift(): (gift: Gift, mine: boolean, name: string) => string {
  const t = useTexts("gifts");
  return useCallback(
    ({ gift: code, opened }, mine, name) => {
      const gift = t(`given.${code}`);
      if (mine) return t("chat.sent", { gift });
      return opened ? t("chat.received", { name, gift }) : t("chat.received_wrapped", { name });
    },
    [t],
  );
}
