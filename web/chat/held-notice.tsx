import { Hourglass } from "lucide-react";
import type { User } from "#contract/user.ts";
import { OutboxHint, ResendActivation, WrongAddress } from "#web/account/resend-activation.tsx";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MoreInfo } from "#web/ui/more-info.tsx";

type Props = { name: string; user: Pick<User, "email" | "credits">; price: number };

/** Tells the member, before they write, that their message waits for their confirmation (ux: Manners): in one line. */
export default function HeldNotice({ name, user, price }: Props) {
  const t = useTexts("chat");
  const { signup_credits: welcome } = useSettings();
  const canAffordMessage = user.credits + welcome >= price;
  return (
    <div className="mb-2.5 flex items-start gap-2.5 rounded-md bg-warning-tint px-3.5 py-2.5 text-sm">
      <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0" />
      <MoreInfo
        line={
          <span className="font-semibold">{t(canAffordMessage ? "held.before" : "held.first_confirm", { name })}</span>
        }
      >
        <p className="wrap-anywhere">{t(canAffordMessage ? "held.link" : "held.kept", { email: user.email })}</p>
        <OutboxHint email={user.email} />
        <div className="mt-2 flex flex-wrap items-center gap-x-4">
          <ResendActivation />
          <WrongAddress />
        </div>
      </MoreInfo>
    </div>
  );
}

/** Says in a sheet that nothing can be sent before the address is confirmed. */
export function ConfirmFirst({ children }: { children: string }) {
  return (
    <div className="flex items-start gap-3 rounded-md bg-warning-tint p-4">
      <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="mb-2 font-semibold">{children}</p>
        <div className="flex flex-wrap items-center gap-x-4">
          <ResendActivation />
          <WrongAddress />
        </div>
      </div>
    </div>
  );
}
