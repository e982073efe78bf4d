import { KeyRound } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { toLocalPath } from "#web/lib/local-path.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { useSupport } from "./passkey-support.ts";
import { usePasskeyLogin } from "./use-passkey-login.ts";

/** The passkey login below the login form. Needs no name and password; leads to `next`. */
export function PasskeyLogin() {
  const t = useTexts("passkeys");
  const support = useSupport();
  const { continueTo } = useSession();
  const next = useSearchParams()[0].get("next");
  const { start, pending, outcome } = usePasskeyLogin(support === "yes", () =>
    continueTo(toLocalPath(next), { replace: true }),
  );

  let failure: FormFailure | null = null;
  if (outcome !== null && outcome !== "done") {
    if ("failure" in outcome) failure = outcome.failure;
    else if (outcome.problem !== "aborted") {
      const words = t(outcome.problem === "cancelled" ? "login.cancelled" : "login.failed");
      failure = { code: outcome.problem, message: words, fields: {}, fieldCodes: {} };
    }
  }
  return (
    <div className="mt-4 noscript:hidden">
      {support === "yes" ? (
        <>
          <p
            aria-hidden
            className="mb-4 flex items-center gap-3 text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line"
          >
            {t("login.or")}
          </p>
          <FormError failure={failure} />
          {failure?.link ? <DecisionHint path={failure.link} /> : null}
          <Button look="outline" size="large" wide pending={pending} onClick={() => void start()}>
            <KeyRound aria-hidden className="size-5" />
            {t("login.send")}
          </Button>
        </>
      ) : (
        <p className="text-center text-muted text-sm">{t(`login.${support}`)}</p>
      )}
    </div>
  );
}

/** For a suspended or banned member: the way to the reasons, and to object (D11.2). */
export function DecisionHint({ path }: { path: string }) {
  const t = useTexts("auth");
  return (
    <p className="-mt-3 mb-3">
      <Link to={path} className="link inline-block py-2.5 font-semibold">
        {t("login.decision")}
      </Link>
    </p>
  );
}
