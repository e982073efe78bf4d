import type { User } from "#contract/user.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Navigation } from "./navigation.tsx";

/** A member's part of the site's header: visitors do not load it. */
export default function MemberBar({ user, bottomNavigation }: { user: User; bottomNavigation: boolean }) {
  return (
    <>
      <Navigation bottom={bottomNavigation} />
      <AccountMenu user={user} />
    </>
  );
}
