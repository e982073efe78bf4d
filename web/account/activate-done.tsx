import { redirect, useLocation } from "react-router";
import type { RedeemedLink } from "#contract/account.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import type { Route } from "./+types/activate-done.ts";
import { AddressConfirmed } from "./address-confirmed.tsx";

export const handle: ScreenHandle = {
  who: "members",
  texts: ["account", "navigation"],
  mood: "signup",
  confirms: true,
};

/** R4.01: members only; one whose address is not confirmed gets the page that sends another link. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = await pageOf(context).member();
  if (user.status === "not_confirmed") throw redirect("/activate/error");
  return null;
}

/** After the link itself the history state has what it did. */
export default function ActivateDone() {
  const redeemed: RedeemedLink | null = useLocation().state;
  const { delivered, undelivered } = redeemed?.kind === "activation" ? redeemed : { delivered: 0, undelivered: 0 };
  return <AddressConfirmed delivered={delivered} undelivered={undelivered} />;
}
