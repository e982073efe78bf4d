import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

type Options = {
  scroller: RefObject<HTMLElement | null>;
  divider: RefObject<HTMLElement | null>;
  unread: number;
  /** The page was opened at another message. */
  elsewhere: boolean;
  /** Whether there are more messages above those in the page. */
  more: boolean;
  failed: boolean;
  showMore: () => void;
  /** Changes whenever the page has more messages. */
  shown: number;
};

function isAbove(box: HTMLElement, line: HTMLElement): boolean {
  return line.getBoundingClientRect().top < box.getBoundingClientRect().top - 1;
}

/** Opens the chat there if it is loaded; else `wanted` until the divider was seen, and `jump` loads older ones. */
export function useUnreadJump(options: Options) {
  const { scroller, divider, unread, elsewhere, more, failed, showMore, shown: messageCount } = options;
  // until the page knows where the divider is, it offers no way to it
  const [seen, setSeen] = useState(true);
  const hasUnread = unread > 0;
  const [jumping, setJumping] = useState(false);

  useLayoutEffect(() => {
    const [box, line] = [scroller.current, divider.current];
    if (box && line && !elsewhere && isAbove(box, line)) line.scrollIntoView();
    setSeen(!hasUnread || (box !== null && line !== null && !isAbove(box, line)));
  }, [scroller, divider, elsewhere, hasUnread]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each batch of messages may bring the divider
  useEffect(() => {
    if (!jumping) return;
    if (divider.current) {
      divider.current.scrollIntoView();
      setSeen(true);
      setJumping(false);
    } else if (more && !failed) showMore();
    else setJumping(false);
  }, [jumping, messageCount, more, failed]);

  const jump = () => {
    // the pressed button disappears, so the focus moves
    scroller.current?.focus();
    setJumping(true);
  };
  const onScroll = () => {
    const [box, line] = [scroller.current, divider.current];
    if (!seen && box && line && !isAbove(box, line)) setSeen(true);
  };
  return { wanted: !seen, jump, onScroll };
}
