import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { getCard } from "#contract/members.ts";
import type { Card } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { FictionalLabel } from "#web/member-parts/fictional-label.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { onMatch } from "./matches.ts";
import { isIdleScreen } from "./may-interrupt.ts";
import { useBusyPage } from "./use-busy-page.ts";

const loadDialog = () => import("./match-dialog.tsx");
const MatchDialog = lazy(loadDialog);

/** The stream and the answer to one's own like tell of the same match. */
const sameMatchMs = 60_000;

/** Says that somebody likes the member, and celebrates a match (R1.03): a dialog, or a notice where it would disturb. */
export function MatchNotice() {
  const t = useTexts("likes");
  const toast = useToast();
  const { pathname } = useLocation();
  const [match, setMatch] = useState<Card | null>(null);
  const told = useRef(new Map<string, number>());
  const isBusy = useBusyPage();

  const notice = (kind: "like" | "match", { id, name, fictional }: Card) => {
    const label = fictional ? <FictionalLabel /> : undefined;
    toast({ title: t(`toast.${kind}`, { name }), label, to: `/members/${id}`, tone: "love" });
  };
  // the card is asked for first: without it nobody knows whether the name needs its label (D11.1); asking for the profile
  // would be a visit that nobody made
  const cardOf = (id: string) =>
    call(getCard, { query: { id } }).then(
      ({ member }) => member,
      () => null,
    );
  const tell = async (id: string) => {
    const now = Date.now();
    if (now - (told.current.get(id) ?? 0) < sameMatchMs) return;
    told.current.set(id, now);
    // the dialog is there before it is decided: while it was fetched, somebody may have begun to type
    const [card, loaded] = await Promise.all([cardOf(id), loadDialog().catch(() => null)]);
    if (card === null) return;
    if (loaded !== null && isIdleScreen(pathname) && !isBusy()) setMatch(card);
    else notice("match", card);
  };
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });

  useEffect(() => onMatch((id) => void latest.current(id)), []);
  useLiveEvent((event) => {
    if (event.type === "match") void tell(event.with);
    if (event.type === "like") void cardOf(event.from).then((card) => card && notice("like", card));
  });
  // whoever went on by a link or by Back is done with it
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
