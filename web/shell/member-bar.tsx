import { EyeOff } from "lucide-react";
import { Link } from "react-router";
import type { User } from "#contract/user.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Navigation } from "./navigation.tsx";

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

/** A member's part of the site's header: visitors do not load it. */
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
