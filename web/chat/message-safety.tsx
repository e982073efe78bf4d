import { Ban, Flag, ShieldAlert } from "lucide-react";
import { createContext, type ReactNode, use, useMemo } from "react";
import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Blockable } from "#web/moderation/use-block-call.ts";
import { useBlock, useReportMessage } from "#web/moderation/use-dialogs.tsx";
import { Button } from "#web/ui/button.tsx";

type Safety = { name: string; report: (messageId: string) => void; block: () => void };
const SafetyContext = createContext<Safety | null>(null);

export const useSafety = () => use(SafetyContext);

/** The dialogs that report a received message or block its author; one pair for all messages of a chat. */
export function MessageSafety({ member, children }: { member: Blockable; children: ReactNode }) {
  const { report, dialog } = useReportMessage(member, "/chats");
  const block = useBlock(member, "/chats", "block-author");
  const { onSelect } = block.entry;
  const { name } = member;
  const safety = useMemo(() => ({ name, report, block: () => onSelect?.() }), [name, report, onSelect]);
  return (
    <SafetyContext value={safety}>
      {children}
      {dialog}
      {block.dialog}
    </SafetyContext>
  );
}

/** The advice for the recipient of a marked first message. Its author does not see it. */
export function Advice({ id, risks = [] }: Pick<Message, "id" | "risks">) {
  const t = useTexts("moderation.advice");
  const menu = useTexts("moderation.menu");
  const safety = useSafety();
  if (safety === null || risks.length === 0) return null;
  return (
    <div role="note" className="message-advice">
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning-ink" />
      <div className="min-w-0">
        {risks.includes("money") ? <p>{t("money")}</p> : null}
        {risks.includes("contact") ? <p>{t("contact")}</p> : null}
        <p className="mt-2 font-semibold">{t("bother")}</p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Button look="outline" onClick={() => safety.report(id)}>
            <Flag aria-hidden className="size-5 shrink-0" />
            {t("report")}
          </Button>
          <Button look="quiet" onClick={safety.block}>
            <Ban aria-hidden className="size-5 shrink-0" />
            {menu("block", { name: safety.name })}
          </Button>
        </p>
      </div>
    </div>
  );
}
