import { useState } from "react";
import { useLocation } from "react-router";
import { resendActivation } from "#contract/account.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { useFailureText } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";

const without = ["/signup", "/notifications", "/activate"];

/** The warnings area above a page: for now the reminder to confirm the address. */
export function Warnings() {
  const t = useTexts("shell");
  const live = useLive();
  const { pathname } = useLocation();
  const { run, pending, failure } = useCall(resendActivation);
  const say = useFailureText();
  const [sent, setSent] = useState(false);
  const user = live?.user;
  const shown =
    user?.status === "not_confirmed" &&
    user.notifications_disabled.length === 0 &&
    !without.some((path) => pathname.startsWith(path));
  if (!shown) return null;

  return (
    <section aria-label={t("warnings.area")} className="container pt-4">
      <Notice
        tone="warning"
        title={t("warnings.activate")}
        actions={
          sent ? null : (
            <Button look="outline" pending={pending} onClick={async () => setSent((await run({})) !== null)}>
              {t("warnings.activate_again")}
            </Button>
          )
        }
      >
        {t("warnings.activate_text", { email: user.email })}
        <span role="status" className="block">
          {sent ? t("warnings.activate_sent") : null}
          {failure ? say(failure) : null}
        </span>
      </Notice>
    </section>
  );
}
