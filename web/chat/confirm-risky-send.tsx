import { useId, useState } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import { looksLikeContactOrPayment } from "./contact-or-payment.ts";

/** The chats in which the question was asked before, by viewer and partner. */
const askedChats = new Set<string>();

/** Asks once a chat before contact details or a payment go to a member who has not answered yet (`first`). */
export function useRiskySend({ viewer, partner, first }: { viewer: string; partner: string; first: boolean }) {
  const [asking, setAsking] = useState(false);
  const maySend = (text: string): boolean => {
    const chat = `${viewer} ${partner}`;
    const needsQuestion = first && !askedChats.has(chat) && looksLikeContactOrPayment(text);
    if (needsQuestion) askedChats.add(chat);
    setAsking(needsQuestion);
    return !needsQuestion;
  };
  return { asking, maySend, close: () => setAsking(false) };
}

/** The dialog before contact details or a payment are sent to a stranger: one button sends, one closes it. */
export function ConfirmRiskySend({ onSend, onEdit }: { onSend: () => void; onEdit: () => void }) {
  const t = useTexts("chat");
  const id = useId();
  // not a button: a second Enter would answer before the member has read the question
  const question = useFocus<HTMLDivElement>(true);
  return (
    <div
      ref={question}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      className="mb-2.5 rounded-md bg-warning-tint p-3 outline-none"
    >
      <p id={`${id}-title`} className="font-semibold">
        {t("ask.title")}
      </p>
      <p id={`${id}-text`} className="text-sm">
        {t("ask.text")}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onSend}>{t("ask.send")}</Button>
        <Button look="outline" onClick={onEdit}>
          {t("ask.edit")}
        </Button>
      </div>
    </div>
  );
}
