import type { Message } from "#contract/chat.ts";
import { reactionCodes } from "#contract/reactions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import { usePartner } from "./photos/partner.ts";
import { reactionSigns } from "./reaction-signs.ts";

/** Opens a message by its address, where its form stands. With scripts its menu is there instead. */
export function MessageFormLink({ id, label }: { id: string; label: string }) {
  return (
    <a
      href={`?message=${id}#message-${id}`}
      aria-label={label}
      className="icon-button -my-0.5 text-muted not-noscript:hidden"
    >
      ⋮
    </a>
  );
}

/** Takes the viewer's message back, or reacts to a received one, without scripts (`chatAction`). */
export function MessageForm({ id, mine, reaction }: Pick<Message, "id" | "mine" | "reaction">) {
  const t = useTexts("chat");
  const partner = usePartner();
  return (
    <WithoutScripts>
      <form method="post" className={`mt-1 flex flex-wrap gap-1 ${mine ? "justify-end" : ""}`}>
        <input type="hidden" name="message" value={id} />
        {mine ? (
          <>
            <input type="hidden" name="member" value={partner?.id} />
            <button type="submit" name="do" value="take_back" className="button button-outline">
              {t("take_back.do")}
            </button>
          </>
        ) : (
          <fieldset className="flex flex-wrap" aria-label={t("reaction.choose")}>
            {reactionCodes.map((code) => (
              <button
                key={code}
                type="submit"
                name="reaction"
                value={code === reaction ? "" : code}
                className="menu-sign"
                aria-label={t(`reaction.${code}`)}
                aria-pressed={code === reaction}
                data-checked={code === reaction ? "" : undefined}
              >
                {reactionSigns[code]}
              </button>
            ))}
          </fieldset>
        )}
      </form>
    </WithoutScripts>
  );
}
