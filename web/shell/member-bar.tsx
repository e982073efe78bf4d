import { Coins, Crown, EyeOff, Heart, type LucideIcon, MessageCircle, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { lowCredits } from "#contract/constants.ts";
import type { User } from "#contract/user.ts";
import { type LiveState, useLive } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { AccountMenu } from "./account-menu.tsx";

/** Reminds invisible members that no list shows them, and leads to the switch (R6.08). */
function InvisibleMark() {
  const t = useTexts("navigation");
  return (
    <Link to="/notifications#privacy" className="invisible-mark">
      <EyeOff aria-hidden className="size-4 shrink-0" />
      <span className="max-[24rem]:sr-only md:max-lg:sr-only">{t("invisible")}</span>
    </Link>
  );
}

export default function MemberBar({ user, bottomNavigation }: { user: User; bottomNavigation: boolean }) {
  return (
    <>
      <Navigation bottom={bottomNavigation} />
      <div className="flex shrink-0 items-center gap-1">
        {user.invisible ? <InvisibleMark /> : null}
        <AccountMenu user={user} />
      </div>
    </>
  );
}

function Item({
  to,
  icon: Icon,
  label,
  children,
}: {
  to: string;
  icon: LucideIcon;
  label: string;
  children?: ReactNode;
}) {
  return (
    <li className="min-w-0 flex-1 md:flex-none">
      <NavLink to={to} className="nav-item">
        <Icon aria-hidden className="size-6 md:size-5" />
        <span className="nav-label">{label}</span>
        <span className="absolute top-1.5 left-1/2 ms-1 md:static md:ms-0">{children}</span>
      </NavLink>
    </li>
  );
}

/** R2.09: members who have paid see their credits, the others a link to Premium. */
function CreditsItem({ user }: Pick<LiveState, "user">) {
  const t = useTexts("navigation");
  if (!user.paid_user) return <Item to="/premium" icon={Crown} label={t("premium")} />;
  return (
    <Item to="/credits" icon={Coins} label={t("credits")}>
      {user.credits <= lowCredits ? (
        <Badge
          zero
          count={user.credits}
          label={t("credits_left", { count: user.credits })}
          tone={user.credits > 0 ? "warning" : "danger"}
        />
      ) : null}
    </Item>
  );
}

/** A member's main navigation: on top from 768 px, at the bottom of a phone unless a chat needs the space. */
function Navigation({ bottom }: { bottom: boolean }) {
  const t = useTexts("navigation");
  const live = useLive();
  if (live === null) return null;
  return (
    <nav aria-label={t("main")} className={bottom ? "main-nav" : "main-nav max-md:hidden"}>
      <ul className="flex items-stretch lg:gap-1">
        <Item to="/members" icon={Search} label={t("search")} />
        <Item to="/chats" icon={MessageCircle} label={t("messages")}>
          <Badge count={live.unread} label={t("unread", { count: live.unread })} />
        </Item>
        <Item to="/likes" icon={Heart} label={t("likes")}>
          <Badge count={live.newLikes} label={t("new_likes", { count: live.newLikes })} tone="primary" />
        </Item>
        <CreditsItem user={live.user} />
      </ul>
    </nav>
  );
}
