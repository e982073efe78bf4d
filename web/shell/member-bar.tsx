import {
  Bell,
  Bookmark,
  ChevronDown,
  Coins,
  Crown,
  Eye,
  EyeOff,
  Heart,
  LogOut,
  type LucideIcon,
  MapPin,
  MessageCircle,
  ReceiptText,
  Search,
  Settings,
  Sparkles,
  UserRound,
  WalletCards,
} from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { Link, NavLink } from "react-router";
import { lowCredits } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { settingPath } from "#contract/setting-sections.ts";
import type { User } from "#contract/user.ts";
import { useLogOut } from "#web/auth/use-log-out.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import type { LiveState } from "#web/lib/live-state.ts";
import { hasNavigation, useScreen } from "#web/lib/screen.ts";
import { useFormat, useLanguage, useTexts } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { useDialogEntry } from "#web/ui/use-overlay.ts";
import { AppearanceSwitch } from "./appearance-switch.tsx";

/** Reminds invisible members that no list shows them, and leads to the switch. */
function InvisibleMark() {
  const t = useTexts("navigation");
  return (
    <Link to={settingPath("privacy")} className="invisible-mark">
      <EyeOff aria-hidden className="size-4 shrink-0" />
      <span className="max-[24rem]:sr-only md:max-lg:sr-only">{t("invisible")}</span>
    </Link>
  );
}

export default function MemberBar({ live }: { live: LiveState }) {
  const { user } = live;
  return (
    <>
      <Navigation live={live} bottom={hasNavigation(useScreen())} />
      <div className="header-end gap-1">
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
        <span className="absolute top-1 left-1/2 ms-2.5 md:static md:ms-0">{children}</span>
      </NavLink>
    </li>
  );
}

/** Members who have paid see their credits, the others a link to Premium. */
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
function Navigation({ live, bottom }: { live: LiveState; bottom: boolean }) {
  const t = useTexts("navigation");
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

const InstallItem = lazyPart(() => import("./install-item.tsx"));

type MenuLinkProps = { to: string; icon: LucideIcon; onClick: () => void; children: ReactNode };

function MenuLink({ to, icon: Icon, onClick, children }: MenuLinkProps) {
  return (
    <li>
      <Link to={to} className="menu-item" onClick={onClick}>
        <Icon aria-hidden className="size-5 text-muted" />
        {children}
      </Link>
    </li>
  );
}

/** The account dropdown: links in the browser's own popover, so that it opens without scripts too. */
function AccountMenu({ user }: { user: User }) {
  const t = useTexts("navigation");
  const format = useFormat();
  const language = useLanguage();
  const popover = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const { logOutHere, pending, failure } = useLogOut();
  const visitors = t("account.new_visitors", { count: user.new_visitors });
  const updates = t("account.new_updates", { count: user.new_updates });
  const news: string[] = [];
  if (user.new_visitors > 0) news.push(visitors);
  if (user.new_updates > 0) news.push(updates);
  const close = () => popover.current?.hidePopover();
  const [isOpen, setIsOpen] = useState(false);
  useDialogEntry(isOpen, close);

  return (
    <>
      <button
        type="button"
        popoverTarget="account-menu"
        className="account-button"
        aria-label={t("account.menu", { name: user.profile.name })}
        aria-describedby="account-news"
      >
        <span className="relative">
          <Avatar image={user.profile.main_image} size="small" />
          {news.length > 0 ? <span aria-hidden="true" className="account-dot" /> : null}
        </span>
        <span className="max-w-32 truncate font-semibold max-lg:hidden">{user.profile.name}</span>
        <ChevronDown aria-hidden className="size-4 text-muted" />
      </button>
      <span id="account-news" className="sr-only">
        {news.join(", ")}
      </span>
      <div
        ref={popover}
        id="account-menu"
        popover="auto"
        className="menu-popup account-popover"
        onBeforeToggle={({ newState }) => setIsOpen(newState === "open")}
      >
        <p className="truncate px-3 pt-2 pb-1 font-bold">{user.profile.name}</p>
        <ul>
          <MenuLink to="/profile" icon={UserRound} onClick={close}>
            {t("account.profile")}
          </MenuLink>
          <MenuLink to="/visitors" icon={Eye} onClick={close}>
            {t("account.visitors")}
            <Badge count={user.new_visitors} label={visitors} tone="primary" className="ms-auto" />
          </MenuLink>
          <MenuLink to="/saved" icon={Bookmark} onClick={close}>
            {t("account.saved")}
          </MenuLink>
          <MenuLink to="/updates" icon={Bell} onClick={close}>
            {t("account.updates")}
            <Badge count={user.new_updates} label={updates} tone="primary" className="ms-auto" />
          </MenuLink>
          {user.shared_dates.map(({ id, name }) => (
            <MenuLink key={id} to={`/dates#${id}`} icon={MapPin} onClick={close}>
              <span className="min-w-0 wrap-anywhere">{t("account.date", { name })}</span>
            </MenuLink>
          ))}
          <MenuLink to="/match-finder" icon={Sparkles} onClick={close}>
            {t("account.match_finder")}
          </MenuLink>
          <MenuLink to="/swipe-game" icon={WalletCards} onClick={close}>
            {t("account.swipe")}
          </MenuLink>
          <MenuLink to="/credits" icon={Coins} onClick={close}>
            {t("credits")}
            <span className="ms-auto font-semibold tabular-nums">{format.number(user.credits)}</span>
          </MenuLink>
          <MenuLink to="/transactions" icon={ReceiptText} onClick={close}>
            {t("account.payments")}
          </MenuLink>
          <MenuLink to="/notifications" icon={Settings} onClick={close}>
            {t("account.settings")}
          </MenuLink>
          {hydrated ? (
            <Suspense>
              <InstallItem onPress={close} />
            </Suspense>
          ) : null}
          <li className="mt-1 border-line border-t px-3 py-1.5">
            <AppearanceSwitch />
          </li>
          <li className="border-line border-t pt-1">
            {/* without scripts the settings page logs the member out */}
            <form
              method="post"
              action={pathIn(language, "/notifications")}
              onSubmit={async (event) => {
                event.preventDefault();
                // the member may have closed the menu since, and must not leave the device logged in
                if (!pending && (await logOutHere()) === null) popover.current?.togglePopover(true);
              }}
            >
              <input type="hidden" name="setting" value="log_out" />
              <button type="submit" className="menu-item" aria-busy={pending || undefined}>
                <LogOut aria-hidden className="size-5 text-muted" />
                {t("account.log_out")}
              </button>
              <div role="alert">
                {failure ? <p className="field-error px-3 pb-2">{t("account.still_logged_in")}</p> : null}
              </div>
            </form>
          </li>
        </ul>
      </div>
    </>
  );
}
