import {
  Bell,
  ChevronDown,
  Eye,
  LogOut,
  type LucideIcon,
  ReceiptText,
  Settings,
  Sparkles,
  UserRound,
  WalletCards,
} from "lucide-react";
import { type ReactNode, Suspense, useRef } from "react";
import { Link } from "react-router";
import { pathIn } from "#contract/languages.ts";
import type { User } from "#contract/user.ts";
import { useLogOut } from "#web/auth/use-log-out.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { AppearanceSwitch } from "./appearance-switch.tsx";

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

/** The account dropdown (R2.11): links in the browser's own popover, so that it opens without scripts too. */
export function AccountMenu({ user }: { user: User }) {
  const t = useTexts("navigation");
  const language = useLanguage();
  const popover = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const { logOutHere } = useLogOut();
  const visitors = t("account.new_visitors", { count: user.new_visitors });
  const updates = t("account.new_updates", { count: user.new_updates });
  const news: string[] = [];
  if (user.new_visitors > 0) news.push(visitors);
  if (user.new_updates > 0) news.push(updates);
  const close = () => popover.current?.hidePopover();

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
      <div ref={popover} id="account-menu" popover="auto" className="menu-popup account-popover">
        <p className="truncate px-3 pt-2 pb-1 font-bold">{user.profile.name}</p>
        <ul>
          <MenuLink to="/profile" icon={UserRound} onClick={close}>
            {t("account.profile")}
          </MenuLink>
          <MenuLink to="/visitors" icon={Eye} onClick={close}>
            {t("account.visitors")}
            <Badge count={user.new_visitors} label={visitors} tone="primary" className="ms-auto" />
          </MenuLink>
          <MenuLink to="/updates" icon={Bell} onClick={close}>
            {t("account.updates")}
            <Badge count={user.new_updates} label={updates} tone="primary" className="ms-auto" />
          </MenuLink>
          <MenuLink to="/match-finder" icon={Sparkles} onClick={close}>
            {t("account.match_finder")}
          </MenuLink>
          <MenuLink to="/swipe-game" icon={WalletCards} onClick={close}>
            {t("account.swipe")}
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
              onSubmit={(event) => {
                event.preventDefault();
                close();
                void logOutHere();
              }}
            >
              <input type="hidden" name="setting" value="log_out" />
              <button type="submit" className="menu-item">
                <LogOut aria-hidden className="size-5 text-muted" />
                {t("account.log_out")}
              </button>
            </form>
          </li>
        </ul>
      </div>
    </>
  );
}
