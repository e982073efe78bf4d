import { useEffect, useEffectEvent, useRef } from "react";
import { useTexts } from "#web/lib/texts.tsx";

type Props = {
  state: "idle" | "loading" | "failed";
  onMore: () => void;
  scroller: { current: HTMLElement | null };
};

/**
 * The element before the oldest message in the page: loads older ones when it comes near the viewport, or is pressed.
 */
export function OlderMessages({ state, onMore, scroller }: Props) {
  const t = useTexts("chat");
  const button = useRef<HTMLButtonElement>(null);
  const onNear = useEffectEvent(() => {
    if (state === "idle") onMore();
  });
  useEffect(() => {
    if (button.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear();
      },
      { root: scroller.current, rootMargin: "600px 0px" },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [scroller]);

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
