import { ArrowDown, ArrowUp } from "lucide-react";
import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useNear } from "#web/ui/use-near.ts";
import { groupMessages, type Line } from "./groups.ts";
import { MessageGroup, type ShownMessage } from "./message-group.tsx";
import type { useBottom } from "./use-bottom.ts";
import type { useThread } from "./use-thread.ts";
import { useUnreadJump } from "./use-unread-jump.ts";

const renderedAtEnd = 80;
const renderedPerStep = 50;

const renderedBeforeTarget = 10;

/** How many messages there are from this one on; 0 if it is not among them. */
function countFrom(messages: readonly ShownMessage[], id: string | undefined): number {
  const index = messages.findIndex((message) => message.id === id);
  return index < 0 ? 0 : messages.length - index;
}

const separators = { day: "day-divider", line: "chat-line", unread: "unread-divider" };

type Props = Omit<ComponentProps<typeof MessageGroup>, "group" | "targetId"> & {
  messages: readonly ShownMessage[];
  note: ReactNode;
  lines: readonly (Line & { text: ReactNode })[];
  /** The message before which the unread divider stands, until the member has answered. */
  firstUnread: string | undefined;
  /** How many messages were unread when the chat was opened; 0 once the member has answered. */
  unread: number;
  /** The message that the chat is opened at, instead of the first unread one. */
  target: string | undefined;
  older: ReturnType<typeof useThread>["older"];
  bottom: ReturnType<typeof useBottom>;
  unseen: number;
  children: ReactNode;
};

/** The messages of a chat with the newest in view; scrolling up loads older ones. */
export function MessageList(props: Props) {
  const { messages, note, lines, firstUnread, unread, target, older, bottom, unseen, children, ...group } = props;
  const t = useTexts("chat");
  const format = useFormat();
  const [count, setCount] = useState(() => Math.max(renderedAtEnd, countFrom(messages, target) + renderedBeforeTarget));
  const { scroller, atBottom, scrollToBottom } = bottom;
  const divider = useRef<HTMLLIElement>(null);

  const [wasAtBottom, setWasAtBottom] = useState(atBottom);
  if (wasAtBottom !== atBottom) {
    setWasAtBottom(atBottom);
    if (atBottom) setCount(renderedAtEnd);
  }
  useLayoutEffect(() => {
    if (target === undefined) return;
    document.getElementById(`message-${target}`)?.scrollIntoView({ block: "center" });
  }, [target]);

  const rendered = messages.length > count ? messages.slice(-count) : messages;
  const items = useMemo(
    () => groupMessages(rendered, format.day, firstUnread, lines),
    [rendered, format, firstUnread, lines],
  );
  const hasMore = messages.length > count || older.more;
  const showMore = () => {
    setCount((previous) => previous + renderedPerStep);
    if (messages.length <= count && older.state !== "loading") void older.load();
  };
  const unreadJump = useUnreadJump({
    scroller,
    divider,
    unread,
    elsewhere: target !== undefined,
    more: hasMore,
    failed: older.state === "failed",
    showMore,
    shown: rendered.length,
  });

  return (
    <div className="chat-messages">
      <section
        ref={scroller}
        className="chat-scroller"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        aria-label={t("thread.messages", { name: group.name })}
        onScroll={() => {
          bottom.onScroll();
          unreadJump.onScroll();
        }}
      >
        <div className={`mx-auto w-full max-w-3xl py-4 ${messages.length === 0 ? "my-auto" : ""}`}>
          {hasMore ? (
            <OlderMessages key={rendered[0]?.id} state={older.state} onMore={showMore} scroller={scroller} />
          ) : null}
          {hasMore ? null : note}
          {messages.length === 0 ? children : null}
          <ol>
            {items.map((item) => {
              if (item.kind !== "group") {
                const words = {
                  day: "day" in item && item.day,
                  line: lines.find(({ id }) => id === item.id)?.text,
                  unread: t("thread.unread"),
                };
                return (
                  <li
                    key={item.id}
                    ref={item.kind === "unread" ? divider : undefined}
                    className={separators[item.kind]}
                  >
                    {words[item.kind]}
                  </li>
                );
              }
              return <MessageGroup key={item.id} group={item} targetId={target} {...group} />;
            })}
          </ol>
        </div>
      </section>
      {unreadJump.wanted && unread > 0 ? (
        <button type="button" className="unread-pill" onClick={unreadJump.jump}>
          <ArrowUp aria-hidden className="size-5" />
          {t("thread.new", { count: unread })}
          <span className="sr-only">{t("thread.to_unread")}</span>
        </button>
      ) : null}
      {atBottom ? null : (
        <button type="button" className="new-pill" onClick={() => scrollToBottom("smooth")}>
          {unseen > 0 ? t("thread.new", { count: unseen }) : <span className="sr-only">{t("thread.to_newest")}</span>}
          <ArrowDown aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}

type OlderMessagesProps = {
  state: Props["older"]["state"];
  onMore: () => void;
  scroller: RefObject<HTMLElement | null>;
};

/** Loads older messages when it comes near the viewport, or is pressed. */
function OlderMessages({ state, onMore, scroller }: OlderMessagesProps) {
  const t = useTexts("chat");
  const button = useRef<HTMLButtonElement>(null);
  useNear(button, () => state === "idle" && onMore(), { margin: "600px 0px", root: scroller });

  return (
    <div className="mb-4 text-center">
      <p role="status" className="text-muted text-sm">
        {state === "failed" ? t("thread.older_failed") : null}
      </p>
      <button
        ref={button}
        type="button"
        className="button button-quiet"
        aria-busy={state === "loading" || undefined}
        onClick={() => {
          scroller.current?.focus();
          onMore();
        }}
      >
        {t("thread.older")}
      </button>
    </div>
  );
}
