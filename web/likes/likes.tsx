import { ChevronDown, Heart, HeartHandshake, Send } from "lucide-react";
import type { ReactNode } from "react";
import { data, Link } from "react-router";
import { getLikes, type LikesAnswer, type LikeType, likeTypes } from "#contract/likes.ts";
import { pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/likes.ts";
import { LikedCard } from "./liked-card.tsx";
import { readLikeType, type ShownLike, splitLikes } from "./pick-likes.ts";
import { useLikes } from "./use-likes.ts";

export const handle: ScreenHandle = { who: "members", texts: ["likes", "swipe"] };

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const type = readLikeType("type" in params ? params.type : undefined);
  if (type === null) throw data(null, { status: 404 });
  return { type, likes: await page.load(getLikes) };
}

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
  const hasUnansweredLikes = type === "matches" && splitLikes(likes, "received").byPeople.length > 0;
  return (
    <EmptyState icon={icons[type]} title={t(`${type}_empty.title`)} text={t(`${type}_empty.text`)}>
      {hasUnansweredLikes ? <ButtonLink to="/likes">{t("matches_empty.received")}</ButtonLink> : null}
      <ButtonLink to="/members" look={hasUnansweredLikes ? "outline" : "primary"}>
        {t(`${type}_empty.action`)}
      </ButtonLink>
      <ButtonLink to="/swipe-game" look="outline">
        {swipe("title")}
      </ButtonLink>
    </EmptyState>
  );
}

/** R2.21: the likes that the member received, those they sent, and the matches. */
export default function Likes({ loaderData }: Route.ComponentProps) {
  const t = useTexts("likes");
  const { type } = loaderData;
  const { likes, hasMore, more, state } = useLikes(loaderData.likes, type);
  const { byPeople, others } = splitLikes(likes, type);
  const cards = (shown: readonly ShownLike[], label: string) => (
    <CardGrid label={label}>
      {shown.map((like, index) => (
        <LikedCard key={like.id} like={like} type={type} eager={index < 6} />
      ))}
    </CardGrid>
  );
  return (
    <Screen title={t("title")}>
      <Tabs current={type} likes={likes} hasMore={hasMore} />
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
