import { useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { refreshLive, refreshThreads } from "#web/member-parts/live-queries.ts";
import { createPull, pullThreshold } from "./pull-rules.ts";

/** Whether a gesture that begins here would scroll something else: a chat, a dialog, a menu. */
const scrollsItself = (target: EventTarget | null) =>
  target instanceof Element && target.closest(".chat-page, dialog, [popover]") !== null;

/** In the installed app, pulling the page down from its top reloads it, as in a browser. */
export default function PullToRefresh() {
  const client = useQueryClient();
  const { revalidate, state } = useRevalidator();
  const [pulled, setPulled] = useState(0);
  const [loading, setLoading] = useState(false);
  const indicator = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const pull = createPull();
    const pointOf = ({ touches: [touch] }: TouchEvent) => ({ x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 });
    const onStart = (event: TouchEvent) =>
      pull.begin(pointOf(event), event.touches.length === 1 && scrollY <= 0 && !scrollsItself(event.target));
    const onMove = (event: TouchEvent) => setPulled(pull.move(pointOf(event)));
    const onEnd = async () => {
      const refreshes = pull.end();
      setPulled(0);
      if (!refreshes) return;
      setLoading(true);
      refreshLive(client);
      refreshThreads(client);
      await revalidate();
      setLoading(false);
    };
    const listeners = [
      ["touchstart", onStart],
      ["touchmove", onMove],
      ["touchend", onEnd],
      ["touchcancel", onEnd],
    ] as const;
    const options = { passive: true };
    for (const [type, listener] of listeners) addEventListener(type, listener as EventListener, options);
    return () => {
      for (const [type, listener] of listeners) removeEventListener(type, listener as EventListener);
    };
  }, [client, revalidate]);

  const busy = loading || state !== "idle";
  useEffect(() => {
    const { style } = indicator.current ?? {};
    if (style) style.transform = `translateY(${busy ? 72 : pulled / 2}px) rotate(${pulled * 2}deg)`;
  }, [pulled, busy]);
  if (!busy && pulled === 0) return null;
  return (
    <div
      ref={indicator}
      aria-hidden="true"
      className={`pull-sign ${pulled >= pullThreshold || busy ? "text-primary-ink" : "text-muted"}`}
    >
      <RotateCw className={`size-6 ${busy ? "pull-busy" : ""}`} />
    </div>
  );
}
