import { useEffect, useSyncExternalStore } from "react";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { onReconnected } from "#web/lib/reconnected.ts";
import { useScreen } from "#web/lib/screen.ts";
import { useListen } from "#web/lib/use-listen.ts";
import { useStateFor } from "#web/lib/use-state-for.ts";
import { OfferBar } from "./offer-bar.tsx";
import { TalkBar } from "./talk-bar.tsx";
import { TalkEnded } from "./talk-ended.tsx";
import { TalkScreen } from "./talk-screen.tsx";
import { getTalkView, listenToTalk, openTalks, receiveEvent, recover, type TalkView } from "./talk-session.ts";
import { TalkSound } from "./talk-sound.tsx";

const nothing: TalkView = { step: "none" };

/** A call from its ring to its end, above whatever page the member is on. */
export default function TalkPart() {
  const view = useSyncExternalStore(listenToTalk, getTalkView, () => nothing);
  const id = view.step === "none" ? null : view.talk.id;
  const [isSmall, setSmall] = useStateFor(id, false);
  const { mood } = useScreen();
  useEffect(() => void openTalks(), []);
  useLiveEvent(receiveEvent);
  useListen(onReconnected, recover);
  switch (view.step) {
    case "none":
      return null;
    case "ring":
      // who pays or signs up is not disturbed; the chat says later that someone called
      return mood === "paying" || mood === "signup" ? null : <OfferBar view={view} />;
    case "left":
      return <OfferBar view={view} />;
    case "ended":
      return <TalkEnded key={view.talk.id} view={view} />;
    case "asking":
    case "running":
      return (
        <>
          {view.step === "running" ? <TalkSound sound={view.theirs.sound} /> : null}
          {isSmall ? (
            <TalkBar view={view} onOpen={() => setSmall(false)} />
          ) : (
            <TalkScreen view={view} onSmall={() => setSmall(true)} />
          )}
        </>
      );
  }
}
