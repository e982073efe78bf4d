import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Heart, HeartHandshake, Send } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { data, Link } from "react-router";
import { getLikes, type LikesAnswer } from "#contract/likes.ts";
import { likesQuery } from "#web/lib/live-queries.ts";
import { pageOf } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/likes.ts";
import { LikedCard } from "./liked-card.tsx";
import { type LikeType, likesOf, likeTypeOf, likeTypes, pickLikes } from "./pick-likes.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const type = likeTypeOf("type" in params ? params.type : undefined);
  if (type === null) throw data(null, { status: 404 });
  return { type, likes: await page.load(getLikes) };
}

/** The current likes: those that came with the page, then the updates of the stream and the timer. */
function useLikes(loaded: LikesAnswer): LikesAnswer {
  const client = useQueryClient();
  useEffect(() => {
    client.setQueryData(likesQuery.queryKey, loaded);
  }, [client, loaded]);
  return useQuery({ ...likesQuery, enabled: false }).data ?? loaded;
}

function Tabs({ current, likes }: { current: LikeType; likes: LikesAnswer }) {
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
              <span className="font-normal text-muted tabular-nums">{likesOf(likes, type).length}</span>
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
  const waiting = type === "matches" && likes.liked_by.length > 0;
  return (
    <EmptyState icon={icons[type]} title={t(`${type}_empty.title`)} text={t(`${type}_empty.text`)}>
      {waiting ? <ButtonLink to="/likes">{t("matches_empty.received")}</ButtonLink> : null}
      <ButtonLink to="/members" look={waiting ? "outline" : "primary"}>
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
  const likes = useLikes(loaderData.likes);
  const shown = pickLikes(likes, type);
  return (
    <Screen title={t("title")}>
      <Tabs current={type} likes={likes} />
      {shown.length === 0 ? (
        <NoLikes type={type} likes={likes} />
      ) : (
        <CardGrid label={t(type)}>
          {shown.map((like, index) => (
            <LikedCard key={like.id} like={like} type={type} eager={index < 6} />
          ))}
        </CardGrid>
      )}
    </Screen>
  );
}
