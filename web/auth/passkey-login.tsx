import { KeyRound } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { getPasskeyChallenge, logInByPasskey, passkeyChallengeMs } from "#contract/passkeys.ts";
import { call } from "#web/lib/call.ts";
import { toLocalPath } from "#web/lib/local-path.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { useIsMounted } from "#web/lib/use-is-mounted.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { askForPasskey, canAutofill, cancelCeremony, type Problem, signalRevokedPasskey } from "./passkey-ceremony.ts";
import { useSupport } from "./passkey-support.ts";

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
      failure = { code: outcome.problem, message: words, fields: {} };
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

/** Leads a suspended or banned member to the reasons, and to the form to object. */
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

/** The challenge for autofill is renewed this often, before it expires. */
const renewMs = passkeyChallengeMs - 60_000;

/** Failures of autofill that are not shown, because the user has not chosen a passkey yet. */
const quiet = new Set(["no_connection", "too_many_requests", "unavailable", "internal_error"]);

type Outcome = "done" | { problem: Problem } | { failure: FormFailure };

/** `isOver`: the user pressed the button while autofill fetched its challenge. */
async function attempt(autofill: boolean, isOver = () => false): Promise<Outcome> {
  try {
    const { options } = await call(getPasskeyChallenge);
    if (isOver()) return { problem: "aborted" };
    const used = await askForPasskey(options, { autofill });
    if ("problem" in used) return used;
    const { response } = used;
    try {
      await call(logInByPasskey, { body: { response } });
      return "done";
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code === "passkey_unknown") await signalRevokedPasskey(options.rpId, response.id);
      return { failure };
    }
  } catch (error) {
    return { failure: toFailure(error) };
  }
}

/** A button calls `start`; if the browser can, the field marked `webauthn` offers passkeys, too. */
function usePasskeyLogin(able: boolean, onLoggedIn: () => Promise<void>) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [pending, setPending] = useState(false);
  const [round, setRound] = useState(0);
  const asking = useRef(false);
  const isMounted = useIsMounted();

  const applyOutcome = useEffectEvent(async (result: Outcome) => {
    if (result === "done") await onLoggedIn();
    setOutcome(result);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round starts when the button's request has ended
  useEffect(() => {
    if (!able) return;
    let over = false;
    let offered = false;
    const offer = async () => {
      if (asking.current || !(await canAutofill()) || over) return;
      offered = true;
      const result = await attempt(true, () => over || asking.current);
      // an autofill request without a choice is ignored; a chosen passkey that is refused is shown
      const ignored = result !== "done" && ("problem" in result || quiet.has(result.failure.code));
      if (!over && !ignored) await applyOutcome(result);
    };
    void offer();
    const timer = setInterval(() => void offer(), renewMs);
    return () => {
      over = true;
      clearInterval(timer);
      if (offered) void cancelCeremony();
    };
  }, [able, round]);

  const start = async () => {
    setPending(true);
    setOutcome(null);
    asking.current = true;
    try {
      let result = await attempt(false);
      // the pending autofill request may have replaced this one when the button was pressed: retry
      if (isMounted() && result !== "done" && "problem" in result && result.problem === "aborted")
        result = await attempt(false);
      await applyOutcome(result);
    } finally {
      asking.current = false;
      setPending(false);
      setRound((count) => count + 1);
    }
  };

  return { start, pending, outcome };
}
