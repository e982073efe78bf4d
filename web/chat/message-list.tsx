import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { groupMessages } from "./groups.ts";
import { MessageGroup, type ShownMessage } from "./message-group.tsx";
import { OlderMessages } from "./older-messages.tsx";
import type { useBottom } from "./use-bottom.ts";

/** Messages in the page while the member reads at the end; scrolling back adds to them. */
const inPage = 80;
const more = 50;

type Props = {
  name: string;
  messages: readonly ShownMessage[];
  /** The message before which the unread divider stands, for as long as the chat is open. */
  firstUnread: string | undefined;
  older: { more: boolean; state: "idle" | "loading" | "failed"; load: () => Promise<void> };
  bottom: ReturnType<typeof useBottom>;
  /** How many messages arrived while the member was reading further up. */
  unseen: number;
  onRetry: (key: string) => void;
  onDelete: (key: string) => void;
  /** Deletes a held message. */
  onDrop: (id: string) => void;
  /** Shown while there are no messages. */
  children?: ReactNode;
};

/** The messages of a chat with the newest in view; scrolling up loads older ones. */
export function MessageList(props: Props) {
  const { name, messages, firstUnread, older, bottom, unseen, onRetry, onDelete, onDrop, children } = props;
  const t = useTexts("chat");
  const format = useFormat();
  const [count, setCount] = useState(inPage);
  const { scroller, atBottom, toBottom } = bottom;
  const divider = useRef<HTMLLIElement>(null);

  useEffect(() => {
    if (atBottom) setCount(inPage);
  }, [atBottom]);
  useLayoutEffect(() => {
    const [box, line] = [scroller.current, divider.current];
    if (box && line && line.getBoundingClientRect().top < box.getBoundingClientRect().top) line.scrollIntoView();
  }, [scroller]);

  const shown = messages.length > count ? messages.slice(-count) : messages;
  const items = useMemo(() => groupMessages(shown, format.day, firstUnread), [shown, format, firstUnread]);
  const hasMore = messages.length > count || older.more;
  const showMore = () => {
    setCount((known) => known + more);
    if (messages.length <= count && older.state !== "loading") void older.load();
  };

  return (
    <div className="relative flex min-h-0 grow flex-col">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section ref={scroller} className="chat-scroller" tabIndex={0} aria-label={t("thread.messages", { name })}>
        <div className={`mx-auto w-full max-w-3xl py-4 ${messages.length === 0 ? "my-auto" : ""}`}>
          {hasMore ? (
            <OlderMessages key={shown[0]?.id} state={older.state} onMore={showMore} scroller={scroller} />
          ) : null}
          {messages.length === 0 ? children : null}
          <ol>
            {items.map((item) => {
              if (item.kind === "day") {
                return (
                  <li key={item.id} className="day-divider">
                    {item.day}
                  </li>
                );
              }
              if (item.kind === "unread") {
                return (
                  <li key={item.id} ref={divider} className="unread-divider">
                    {t("thread.unread")}
                  </li>
                );
              }
              return (
                <MessageGroup
                  key={item.id}
                  group={item}
                  name={name}
                  onRetry={onRetry}
                  onDelete={onDelete}
                  onDrop={onDrop}
                />
              );
            })}
          </ol>
        </div>
      </section>
      {atBottom ? null : (
        <button type="button" className="new-pill" onClick={() => toBottom("smooth")}>
          {unseen > 0 ? t("thread.new", { count: unseen }) : <span className="sr-only">{t("thread.to_newest")}</span>}
          <ArrowDown aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}
