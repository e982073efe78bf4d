import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { getCard } from "#contract/members.ts";
import type { Card } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { IntroducedMark, MemberLabel } from "#web/member-parts/member-label.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { onMatch } from "./matches.ts";
import { isIdleScreen } from "./may-interrupt.ts";
import { useBusyPage } from "./use-busy-page.ts";

const loadDialog = () => import("./match-dialog.tsx");
const MatchDialog = lazy(loadDialog);

/** Within this time the stream and the answer to the viewer's own like report the same match. */
const sameMatchMs = 60_000;

/** Notifies the member of a like, and celebrates a match (R1.03): a dialog, or a notice if a dialog would disturb. */
export function MatchNotice() {
  const t = useTexts("likes");
  const toast = useToast();
  const { pathname } = useLocation();
  const [match, setMatch] = useState<Card | null>(null);
  const announcedAt = useRef(new Map<string, number>());
  const isBusy = useBusyPage();

  const notice = (kind: "like" | "match", member: Card) => {
    const { id, name, introduced } = member;
    const label = (
      <>
        <MemberLabel member={member} />
        {introduced ? <IntroducedMark /> : null}
      </>
    );
    toast({ title: t(`toast.${kind}`, { name }), label, to: `/members/${id}`, tone: "love" });
  };
  // the card is fetched first: only it says whether the name needs a label (D11.1); fetching the profile instead
  // would count as a visit
  const cardOf = (id: string) =>
    call(getCard, { query: { id } }).then(
      ({ member }) => member,
      () => null,
    );
  const announce = async (id: string) => {
    const now = Date.now();
    if (now - (announcedAt.current.get(id) ?? 0) < sameMatchMs) return;
    announcedAt.current.set(id, now);
    // the dialog is loaded before this is decided: meanwhile the member may have begun to type
    const [card, loaded] = await Promise.all([cardOf(id), loadDialog().catch(() => null)]);
    if (card === null) return;
    if (loaded !== null && isIdleScreen(pathname) && !isBusy()) setMatch(card);
    else notice("match", card);
  };
  const latest = useRef(announce);
  useEffect(() => {
    latest.current = announce;
  });

  useEffect(() => onMatch((id) => void latest.current(id)), []);
  useLiveEvent((event) => {
    if (event.type === "match") void announce(event.with);
    if (event.type === "like") void cardOf(event.from).then((card) => card && notice("like", card));
  });
  // a member who goes on by a link or by Back is done with the dialog
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => setMatch(null), [pathname]);

  const close = useCallback(() => setMatch(null), []);
  if (match === null) return null;
  return (
    <Suspense fallback={null}>
      <MatchDialog member={match} onClose={close} />
    </Suspense>
  );
}
