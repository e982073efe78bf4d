import { ChevronDown, LogOut, Settings, UserRound } from "lucide-react";
import { useRef } from "react";
import { Link, useNavigate } from "react-router";
import { logOut, type User } from "#contract/account.ts";
import { forgetKept } from "#web/chat/kept.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Avatar } from "#web/ui/avatar.tsx";

/** The account dropdown (R2.11): links in the browser's own popover, so it opens without scripts too. */
export function AccountMenu({ user }: { user: User }) {
  const t = useTexts("shell");
  const popover = useRef<HTMLDivElement>(null);
  const { refresh } = useSession();
  const navigate = useNavigate();
  const leaving = useCall(logOut);
  const close = () => popover.current?.hidePopover();
  const leave = async () => {
    close();
    if (await leaving.run({})) {
      forgetKept();
      await navigate("/");
      await refresh();
    }
  };

  return (
    <>
      <button
        type="button"
        popoverTarget="account-menu"
        className="account-button"
        aria-label={t("account.menu", { name: user.profile.name })}
      >
        <Avatar image={user.profile.main_image} size="small" />
        <span className="max-w-32 truncate font-semibold max-lg:hidden">{user.profile.name}</span>
        <ChevronDown aria-hidden className="size-4 text-muted" />
      </button>
      <div ref={popover} id="account-menu" popover="auto" className="menu-popup account-popover">
        <p className="truncate px-3 pt-2 pb-1 font-bold">{user.profile.name}</p>
        <ul>
          <li>
            <Link to="/profile" className="menu-item" onClick={close}>
              <UserRound aria-hidden className="size-5 text-muted" />
              {t("account.profile")}
            </Link>
          </li>
          <li>
            <Link to="/notifications" className="menu-item" onClick={close}>
              <Settings aria-hidden className="size-5 text-muted" />
              {t("account.settings")}
            </Link>
          </li>
          <li className="mt-1 border-line border-t pt-1">
            <button type="button" className="menu-item" onClick={leave}>
              <LogOut aria-hidden className="size-5 text-muted" />
              {t("account.log_out")}
            </button>
          </li>
        </ul>
      </div>
    </>
  );
}
