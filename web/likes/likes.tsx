import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Heart, HeartHandshake, MessageCircle, Send } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { data, Link } from "react-router";
import type { Writing } from "#contract/chat.ts";
import { getLikes, type LikesAnswer, type LikeType, likeTypes, seeLike } from "#contract/likes.ts";
import { MessagePrice } from "#web/credits/message-price.tsx";
import { creditsPath } from "#web/credits/return-to.ts";
import { WriteNeeds } from "#web/credits/write-needs.tsx";
import { call, callByItself } from "#web/lib/call.ts";
import { callAction } from "#web/lib/call-action.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useHiddenMembers, useMember } from "#web/lib/live-state.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { usePages } from "#web/lib/use-pages.ts";
import { likesQuery, useLoaded } from "#web/member-parts/live-queries.ts";
import { AutomaticLikeLine } from "#web/member-parts/marks.tsx";
import { MemberCard } from "#web/member-parts/member-card.tsx";
import { useMarkSeen } from "#web/member-parts/use-mark-seen.ts";
import { Button, ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PostedError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/likes.ts";
import { LikeButton } from "./like-button.tsx";
import { pickLikes, readLikeType, type ShownLike, splitLikes, withPages } from "./pick-likes.ts";
import { useLike } from "./use-like.ts";

export const handle: ScreenHandle = {
  who: "members",
  texts: ["likes", "swipe"],
  daily: "finding",
  mood: "browsing",
  offersApp: true,
  back: true,
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const type = readLikeType(params.type);
  if (type === null) throw data(null, { status: 404 });
  return { type, likes: await page.load(getLikes) };
}

export const action = callAction;

/** Only a member who has not confirmed the address sees it. */
const LikesWait = lazyPart(() => import("./likes-wait.tsx"));

type TabsProps = { current: LikeType; likes: LikesAnswer; hasMore: (type: LikeType) => boolean };

function Tabs({ current, likes, hasMore }: TabsProps) {
  const t = useTexts("likes");
  return (
    <nav aria-label={t("tabs")} className="mb-6">
      <ul className="like-tabs">
        {likeTypes.map((type) => (
          <li key={type} className="flex grow sm:grow-0">
            <Link
              to={type === "received" ? "/likes" : `/likes/${type}`}
              aria-current={type === current ? "page" : undefined}
              className="like-tab"
            >
              {t(type)}
              <span className="font-normal text-muted tabular-nums">
                {splitLikes(likes, type).byPeople.length}
                {hasMore(type) ? "+" : ""}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const icons: Record<LikeType, ReactNode> = {
  received: <Heart aria-hidden className="size-8" />,
  sent: <Send aria-hidden className="size-8" />,
  matches: <HeartHandshake aria-hidden className="size-8" />,
};

function NoLikes({ type, likes }: { type: LikeType; likes: LikesAnswer }) {
  const t = useTexts("likes");
  const swipe = useTexts("swipe");
  const shell = useTexts("shell");
  const hasUnansweredLikes = type === "matches" && splitLikes(likes, "received").byPeople.length > 0;
  return (
    <EmptyState icon={icons[type]} title={t(`${type}_empty.title`)} text={t(`${type}_empty.text`)}>
      {hasUnansweredLikes ? <ButtonLink to="/likes">{t("matches_empty.received")}</ButtonLink> : null}
      <ButtonLink to="/members" look={hasUnansweredLikes ? "outline" : "primary"}>
        {shell("nav.members")}
      </ButtonLink>
      <OutlineLink to="/swipe-game">{swipe("title")}</OutlineLink>
    </EmptyState>
  );
}

/** Shows the likes that the member received, those they sent, and the matches. */
export default function Likes({ loaderData }: Route.ComponentProps) {
  const t = useTexts("likes");
  const { type } = loaderData;
  const { likes, hasMore, more, state } = useLikes(loaderData.likes, type);
  const { byPeople, others } = splitLikes(likes, type);
  useSeeMatches(likes);
  // their likes are published once they confirm
  const unconfirmed = useMember()?.status === "not_confirmed";
  const needing = byPeople.find(({ writing }) => writing === "none_left");
  const cards = (rows: readonly ShownLike[], label: string) => (
    <CardGrid label={label}>
      {rows.map((like, index) => (
        <LikedCard key={like.id} like={like} type={type} eager={index < 6} />
      ))}
    </CardGrid>
  );
  return (
    <Screen title={t("title")}>
      <PostedError />
      <Tabs current={type} likes={likes} hasMore={hasMore} />
      {type === "matches" && byPeople.some(({ writing }) => writing === "open") ? (
        <MessagePrice member={{ fictional: false, automatic: false }} className="-mt-2 mb-4" />
      ) : null}
      {needing && type === "matches" ? (
        <WriteNeeds member={needing.member} writing="none_left" className="-mt-2 mb-4" />
      ) : null}
      {type === "sent" && unconfirmed && byPeople.length > 0 ? (
        <div className="mb-4">
          <Suspense>
            <LikesWait />
          </Suspense>
        </div>
      ) : null}
      {byPeople.length > 0 ? cards(byPeople, t(type)) : null}
      {byPeople.length === 0 && more === null ? <NoLikes type={type} likes={likes} /> : null}
      <div role="status">{state === "failed" ? <Notice tone="bad">{t("more_failed")}</Notice> : null}</div>
      {more === null ? null : (
        <p className="mt-8 text-center">
          <Button look="outline" size="large" className="min-w-56" pending={state === "loading"} onClick={more}>
            {t("more")}
          </Button>
        </p>
      )}
      {others.length > 0 ? (
        <details className="likes-others">
          <summary>
            <ChevronDown aria-hidden className="size-5 shrink-0" />
            {t("others.title")}
          </summary>
          <p className="mt-2 mb-4 text-muted">{t("others.text")}</p>
          {cards(others, t("others.title"))}
        </details>
      ) : null}
    </Screen>
  );
}

/** A new like that is a match has nothing left to decide: the list that shows it has shown it (R4.18). */
function useSeeMatches(likes: LikesAnswer): void {
  const client = useQueryClient();
  const matched = pickLikes(likes, "received").filter(({ like_new, member }) => like_new && member.match);
  useMarkSeen(
    matched.map(({ id }) => id),
    async (ids) => {
      await Promise.all(ids.map((id) => callByItself(seeLike, { body: { id } })));
      await client.refetchQueries({ queryKey: likesQuery.queryKey });
      return {};
    },
  );
}

/** A like in a list: the member, with a button to like back, to write if the chat is open, or to take the like back. */
function LikedCard({ like, type, eager }: { like: ShownLike; type: LikeType; eager: boolean }) {
  const t = useTexts("likes");
  const { member } = like;
  const viewersLike = useLike(member, type !== "sent" || member.match);
  return (
    <MemberCard
      // if the like is new, "New" is shown for the like, and not for the member as well
      member={{
        ...member,
        liked: viewersLike.liked && type !== "sent",
        match: viewersLike.match,
        new: member.new && !like.like_new,
      }}
      to={`/likes/m/${member.id}`}
      eager={eager}
      mark={like.like_new ? <span className="card-mark card-mark-new">{t("new")}</span> : null}
    >
      {/* below the photo: with the label and "New" on it, a third mark would cover the face */}
      {member.automatic && type !== "sent" ? <AutomaticLikeLine /> : null}
      {viewersLike.match ? (
        <WriteButton id={member.id} writing={like.writing} />
      ) : (
        <LikeButton id={member.id} like={viewersLike} back={type !== "sent"} className="w-full px-3" />
      )}
    </MemberCard>
  );
}

/** Says before the tap if the chat is closed, or needs credits that are bought. */
function WriteButton({ id, writing }: { id: string; writing: Writing }) {
  const t = useTexts("likes");
  const chat = `/members/${id}/chat`;
  if (writing === "open") {
    return (
      <ButtonLink to={chat} wide className="px-3">
        <MessageCircle aria-hidden className="size-5 shrink-0" />
        {t("write")}
      </ButtonLink>
    );
  }
  return (
    <OutlineLink to={writing === "none_left" ? creditsPath(chat) : chat} className="w-full px-3">
      {t(writing === "closed" ? "closed" : writing === "none_left" ? "needs_credits" : "write")}
    </OutlineLink>
  );
}

type Page = { type: LikeType; likes: LikesAnswer };

/**
 * The current likes: those of the page's loader, kept up to date by the stream and the timer, and the further pages
 * that the member loaded. `more` loads a page; it is null at the end of the list.
 */
function useLikes(loaded: LikesAnswer, type: LikeType) {
  const { data: firstPage } = useLoaded(likesQuery, loaded);
  const findCursor = (pages: readonly Page[], pageType: LikeType) =>
    (pages.findLast((page) => page.type === pageType)?.likes ?? firstPage).next_cursors[pageType];
  const { pages, cursor, state, load } = usePages<Page>(
    (loadedPages) => findCursor(loadedPages, type),
    async (after) => ({ type, likes: await call(getLikes, { query: { type, cursor: after } }) }),
  );
  const further = pages.map(({ likes }) => likes);
  const hidden = useHiddenMembers();
  return {
    likes: withPages(firstPage, further, hidden),
    hasMore: (likeType: LikeType) => findCursor(pages, likeType) !== null,
    more: cursor === null ? null : () => void load(),
    state,
  };
}
