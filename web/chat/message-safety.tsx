import { Ban, Copy, EllipsisVertical, Flag, ShieldAlert } from "lucide-react";
import {
  createContext,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type TouchEvent,
  use,
  useMemo,
  useRef,
} from "react";
import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useTimer } from "#web/lib/use-timer.ts";
import type { Blockable } from "#web/moderation/use-block-call.ts";
import { useBlock, useReportMessage } from "#web/moderation/use-dialogs.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { useToast } from "#web/ui/toast.tsx";

const holdMs = 450;
const slackPx = 10;

/** Handlers for a long press with a finger. Mouse and pen use the element's button instead. */
function useLongPress(onHold: () => void) {
  const pressed = useRef<{ x: number; y: number } | null>(null);
  const wasLongPress = useRef(false);
  const timer = useTimer();
  const cancel = () => {
    timer.stop();
    pressed.current = null;
  };
  const hold = () => {
    cancel();
    wasLongPress.current = true;
    onHold();
  };
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      cancel();
      wasLongPress.current = false;
      if (pointerType !== "touch" || !isPrimary) return;
      pressed.current = { x, y };
      timer.start(hold, holdMs);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = pressed.current;
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > slackPx) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    /** Lifting the finger after a long press must not click anything, neither below the finger nor beside the menu. */
    onTouchEnd: (event: TouchEvent) => {
      if (wasLongPress.current && event.cancelable) event.preventDefault();
      wasLongPress.current = false;
    },
    /** On a busy phone the browser may notice the long press first. Its own menu would cover ours. */
    onContextMenu: (event: MouseEvent) => {
      if (pressed.current !== null) hold();
      if (wasLongPress.current) event.preventDefault();
    },
  };
}

type Safety = { name: string; report: (messageId: string) => void; block: () => void };
const SafetyContext = createContext<Safety | null>(null);

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
function Advice({ id, risks, safety }: Pick<Message, "id"> & { risks: readonly string[]; safety: Safety }) {
  const t = useTexts("moderation");
  return (
    <div role="note" className="message-advice">
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning-ink" />
      <div className="min-w-0">
        {risks.includes("money") ? <p>{t("advice.money")}</p> : null}
        {risks.includes("contact") ? <p>{t("advice.contact")}</p> : null}
        <p className="mt-2 font-semibold">{t("advice.bother")}</p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Button look="outline" onClick={() => safety.report(id)}>
            <Flag aria-hidden className="size-5 shrink-0" />
            {t("advice.report")}
          </Button>
          <Button look="quiet" onClick={safety.block}>
            <Ban aria-hidden className="size-5 shrink-0" />
            {t("block.do", { name: safety.name })}
          </Button>
        </p>
      </div>
    </div>
  );
}

/** A finger that holds the message opens its menu, too. */
export function Received({ message: { id, text, risks = [] }, children }: { message: Message; children: ReactNode }) {
  const t = useTexts("moderation");
  const safety = use(SafetyContext);
  const toast = useToast();
  const row = useRef<HTMLDivElement>(null);
  const longPressHandlers = useLongPress(() =>
    row.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click(),
  );
  if (safety === null) return children;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: t("copied") });
    } catch {
      toast({ title: t("copy_failed"), tone: "bad" });
    }
  };
  return (
    <>
      <div ref={row} className="flex items-center gap-1">
        <div className="message-held min-w-0" {...longPressHandlers}>
          {children}
        </div>
        <Menu
          label={t("message_more")}
          className="icon-button -my-0.5 text-muted"
          trigger={<EllipsisVertical aria-hidden className="size-4" />}
          entries={[
            ...(text === ""
              ? []
              : [
                  {
                    label: t("copy"),
                    icon: <Copy aria-hidden className="size-5 shrink-0" />,
                    onSelect: () => void copy(),
                  },
                ]),
            {
              label: t("report.do_message"),
              icon: <Flag aria-hidden className="size-5 shrink-0" />,
              onSelect: () => safety.report(id),
            },
            {
              label: t("block.do", { name: safety.name }),
              icon: <Ban aria-hidden className="size-5 shrink-0" />,
              onSelect: safety.block,
            },
          ]}
        />
      </div>
      {risks.length > 0 ? <Advice id={id} risks={risks} safety={safety} /> : null}
    </>
  );
}
