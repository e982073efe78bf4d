import { Suspense, useEffect, useSyncExternalStore } from "react";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { hasLeftTalk, isTalkNeeded, listenToTalkNeed, needTalk } from "./talk-store.ts";

const TalkPart = lazyPart(() => import("./talk-part.tsx"));

/** Calls on every page of a member. Their script is loaded with the first one. */
export function TalkFrame() {
  const isNeeded = useSyncExternalStore(listenToTalkNeed, isTalkNeeded, () => false);
  useLiveEvent((event) => {
    if (event.type === "talk" && event.state !== "ended") needTalk();
  });
  useEffect(() => {
    if (hasLeftTalk()) needTalk();
  }, []);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <TalkPart />
    </Suspense>
  );
}
