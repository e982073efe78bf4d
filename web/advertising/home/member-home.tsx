import { Coins, Eye, Heart, type LucideIcon, MessageCircle, Search, Sparkles, Star, WalletCards } from "lucide-react";
import { Link } from "react-router";
import type { Card } from "#contract/profiles.ts";
import type { LiveState } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberCard } from "#web/member-parts/member-card.tsx";
import { matchFinderPath } from "#web/search/match-finder/questions.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { Screen } from "#web/ui/screen.tsx";

type TileProps = { to: string; icon: LucideIcon; title: string; news?: string | null };

function Tile({ to, icon: Icon, title, news = null }: TileProps) {
  return (
    <li>
      <Link to={to} className={news === null ? "home-tile" : "home-tile home-tile-new"}>
        <Icon aria-hidden className="size-6 shrink-0" />
        <span className="min-w-0">
          <span className="block font-semibold">{title}</span>
          {news === null ? null : <span className="block text-sm">{news}</span>}
        </span>
      </Link>
    </li>
  );
}

/** The home page of a member: news, links to the main screens, and some members. */
export default function MemberHome({ live, members }: { live: LiveState; members: readonly Card[] }) {
  const t = useTexts("home");
  const nav = useTexts("navigation");
  const { user } = live;
  const formatNews = (count: number, key: "unread" | "new_likes" | "account.new_visitors") =>
    count > 0 ? nav(key, { count }) : null;
  return (
    <Screen title={t("member.title")} heading={t("member.hello", { name: user.profile.name })}>
      <ul className="home-tiles">
        <Tile to="/chats" icon={MessageCircle} title={nav("messages")} news={formatNews(live.unread, "unread")} />
        <Tile to="/likes" icon={Heart} title={nav("likes")} news={formatNews(live.newLikes, "new_likes")} />
        <Tile
          to="/visitors"
          icon={Eye}
          title={nav("account.visitors")}
          news={formatNews(user.new_visitors, "account.new_visitors")}
        />
        <Tile to="/swipe-game" icon={WalletCards} title={nav("account.swipe")} />
        <Tile to={matchFinderPath} icon={Sparkles} title={nav("account.match_finder")} />
        {user.paid_user ? (
          <Tile to="/credits" icon={Coins} title={nav("credits_left", { count: user.credits })} />
        ) : (
          <Tile to="/premium" icon={Star} title={nav("premium")} />
        )}
      </ul>
      {members.length === 0 ? null : (
        <>
          <h2 className="mt-10 mb-4 text-2xl">{t("member.for_you")}</h2>
          <CardGrid label={t("member.for_you")}>
            {members.map((member, index) => (
              <MemberCard key={member.id} member={member} eager={index < 4} />
            ))}
          </CardGrid>
        </>
      )}
      <p className="mt-8 text-center">
        <ButtonLink to="/members" size="large">
          <Search aria-hidden className="size-5" />
          {t("member.everyone")}
        </ButtonLink>
      </p>
    </Screen>
  );
}
