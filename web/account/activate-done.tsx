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

/** Only members see it; one whose address is not confirmed gets the page that sends another link. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = await pageOf(context).member();
  if (user.status === "not_confirmed") throw redirect("/activate/error");
  return null;
}

/** The history state has what the link did, if the page comes right after it. */
export default function ActivateDone() {
  const redeemed: RedeemedLink | null = useLocation().state;
  const nothingDone = { delivered: 0, undelivered: 0, conversation: null };
  return <AddressConfirmed {...(redeemed?.kind === "activation" ? redeemed : nothingDone)} />;
}
