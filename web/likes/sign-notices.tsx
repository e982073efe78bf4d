import { Suspense, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";
import type { Writing } from "#contract/chat.ts";
import type { MemberEvent } from "#contract/events.ts";
import type { SignType } from "#contract/likes.ts";
import { getCard } from "#contract/members.ts";
import type { Card } from "#contract/profiles.ts";
import { useIsBusyPage } from "#web/lib/busy-page.ts";
import { call } from "#web/lib/call.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { allowsDialogs, useScreen } from "#web/lib/screen.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useListen } from "#web/lib/use-listen.ts";
import { useStateFor } from "#web/lib/use-state-for.ts";
import { AutomaticLikeMark, IntroducedMark } from "#web/member-parts/marks.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { isFromPerson, mayAskAbout, mayOpenLikeDialog } from "./introduction-rules.ts";
import { LikeModal, loadLikeDialog } from "./like-modal.tsx";
import { onMatch } from "./matches.ts";

const loadDialog = () => import("./match-dialog.tsx");
const MatchDialog = lazyPart(loadDialog);

/** The stream and the answer to the viewer's own like report the same match within this time. */
const sameMatchMs = 60_000;
/** For this long after a like's dialog, further likes are short notices: several dialogs in a row would annoy. */
const likePauseMs = 300_000;

/** The page that the toast of each sign opens; its words are `toast.<sign>`. */
const pathOf: Record<SignType, (id: string) => string> = {
  like: (id) => `/likes/m/${id}`,
  match: (id) => `/members/${id}`,
};

type Notice = { kind: "like"; member: Card } | { kind: "match"; member: Card; writing: Writing };
type SignEvent = Extract<MemberEvent, { type: SignType }>;
const isSign = (event: MemberEvent): event is SignEvent => event.type in pathOf;

/**
 * Reports the signs that other members give this one. A person's like or a match opens a dialog, or
 * shows a toast if a dialog would interrupt the member.
 */
export function SignNotices() {
  const t = useTexts("likes");
  const toast = useToast();
  const { pathname } = useLocation();
  // if the member leaves by a link or by Back, the dialog closes
  const [notice, setNotice] = useStateFor<Notice | null>(pathname, null);
  const likeShownAt = useRef(Number.NEGATIVE_INFINITY);
  const announcedAt = useRef(new Map<string, number>());
  const isBusy = useIsBusyPage();
  const screen = useScreen();
  // as of when a request has ended
  const here = useEffectEvent(() => ({ pathname, screen, likeOf: notice?.kind === "like" ? notice.member.id : null }));
  const show = useEffectEvent(setNotice);

  const showToast = (sign: SignType, member: Card) => {
    const { id, name, introduced } = member;
    const label = (
      <>
        <MemberLabel member={member} />
        {introduced ? <IntroducedMark /> : null}
        {member.automatic && !introduced ? <AutomaticLikeMark /> : null}
      </>
    );
    toast({
      title: t(`toast.${sign}`, { name }),
      label,
      to: pathOf[sign](id),
      tone: "love",
    });
  };
  // the card is fetched first: only it says whether the name needs a label; fetching the profile instead
  // would count as a visit
  const loadCard = (id: string) =>
    call(getCard, { query: { id } }).then(
      ({ member, writing }) => ({ card: member, writing }),
      () => null,
    );
  const isAnnounced = (id: string) => Date.now() - (announcedAt.current.get(id) ?? 0) < sameMatchMs;
  const announceMatch = async (id: string, byViewer: boolean) => {
    if (isAnnounced(id)) return;
    // load the dialog before deciding, because the member may begin to type meanwhile
    const [answer, loaded] = await Promise.all([loadCard(id), loadDialog().catch(() => null)]);
    // a program's match waits in Likes, unless it answers what the viewer does just now
    if (answer === null || isAnnounced(id) || !(byViewer || isFromPerson(answer.card))) return;
    const { card, writing } = answer;
    announcedAt.current.set(id, Date.now());
    const now = here();
    // the dialog of this member's like gives way: it asks for what has happened
    const mayOpen = loaded !== null && allowsDialogs(now.screen) && (now.likeOf === id || !isBusy());
    if (mayOpen && writing !== null) show({ kind: "match", member: card, writing });
    else showToast("match", card);
  };
  const announceLike = async (id: string) => {
    const [answer, loaded] = await Promise.all([loadCard(id), loadLikeDialog().catch(() => null)]);
    // what was invented waits in Likes, and interrupts nothing; a match is announced as one, also if it came meanwhile
    if (answer === null || isAnnounced(id) || !mayAskAbout(answer.card)) return;
    const { card } = answer;
    // the profile of that member shows it anyway
    const now = here();
    const mayOpen = mayOpenLikeDialog(now.screen) && !now.pathname.endsWith(id) && !isBusy();
    const paused = Date.now() - likeShownAt.current < likePauseMs;
    if (loaded === null || !mayOpen || paused) return showToast("like", card);
    likeShownAt.current = Date.now();
    show({ kind: "like", member: card });
  };
  useListen(onMatch, (id) => announceMatch(id, true));
  useLiveEvent((event) => {
    if (!isSign(event)) return;
    if (event.type === "match") void announceMatch(event.with, false);
    else if (event.type === "like") void announceLike(event.from);
    // the types name a sign that nothing announces
    else event satisfies never;
  });
  const close = () => setNotice(null);
  if (notice === null) return null;
  if (notice.kind === "like") return <LikeModal member={notice.member} onDone={close} />;
  return (
    <Suspense fallback={null}>
      <MatchDialog member={notice.member} writing={notice.writing} onClose={close} />
    </Suspense>
  );
}
