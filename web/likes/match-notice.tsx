import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { getMember } from "#contract/members.ts";
import type { Profile } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFictionalWords } from "#web/members/fictional-label.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { onMatch } from "./matches.ts";
import { isBusyPage, isCalmScreen } from "./may-interrupt.ts";

const MatchDialog = lazy(() => import("./match-dialog.tsx"));

/** The stream and the answer to one's own like tell of the same match. */
const sameMatchMs = 60_000;

/** Says that somebody likes the member, and celebrates a match (R1.03): a dialog, or a notice where it would disturb. */
export function MatchNotice() {
  const t = useTexts("likes");
  const toast = useToast();
  const fictional = useFictionalWords();
  const { pathname } = useLocation();
  const [match, setMatch] = useState<Profile | null>(null);
  const told = useRef(new Map<string, number>());

  const notice = (kind: "like" | "match", { id, name, fictional: invented }: Profile) => {
    const title = invented ? t(`toast.${kind}_fictional`, { ...fictional, name }) : t(`toast.${kind}`, { name });
    toast({ title, to: `/members/${id}`, tone: "love" });
  };
  // the profile is asked for first: without it nobody knows whether the name needs its label (D11.1)
  const profileOf = (id: string) =>
    call(getMember, { query: { id } }).then(
      ({ profile }) => profile,
      () => null,
    );
  const tell = async (id: string) => {
    const now = Date.now();
    if (now - (told.current.get(id) ?? 0) < sameMatchMs) return;
    told.current.set(id, now);
    const profile = await profileOf(id);
    if (profile === null) return;
    if (isCalmScreen(pathname) && !isBusyPage(document)) setMatch(profile);
    else notice("match", profile);
  };
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });

  useEffect(() => onMatch((id) => void latest.current(id)), []);
  useLiveEvent((event) => {
    if (event.type === "match") void tell(event.with);
    if (event.type === "like") void profileOf(event.from).then((profile) => profile && notice("like", profile));
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
