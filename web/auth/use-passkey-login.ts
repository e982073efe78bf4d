import { useEffect, useEffectEvent, useRef, useState } from "react";
import { getPasskeyChallenge, logInByPasskey, passkeyChallengeMs } from "#contract/passkeys.ts";
import { call } from "#web/lib/call.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { useIsMounted } from "#web/lib/use-is-mounted.ts";
import { askForPasskey, canAutofill, cancelCeremony, type Problem, signalRevokedPasskey } from "./passkey-ceremony.ts";

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
export function usePasskeyLogin(able: boolean, onLoggedIn: () => Promise<void>) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [pending, setPending] = useState(false);
  const [round, setRound] = useState(0);
  const asking = useRef(false);
  const isMounted = useIsMounted();

  const applyOutcome = useEffectEvent(async (found: Outcome) => {
    if (found === "done") await onLoggedIn();
    setOutcome(found);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round starts when the button's request has ended
  useEffect(() => {
    if (!able) return;
    let over = false;
    let offered = false;
    const offer = async () => {
      if (asking.current || !(await canAutofill()) || over) return;
      offered = true;
      const found = await attempt(true, () => over || asking.current);
      // an autofill request without a choice is ignored; a chosen passkey that is refused is shown
      const ignored = found !== "done" && ("problem" in found || quiet.has(found.failure.code));
      if (!over && !ignored) await applyOutcome(found);
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
      let found = await attempt(false);
      // the pending autofill request may have replaced this one when the button was pressed: retry
      if (isMounted() && found !== "done" && "problem" in found && found.problem === "aborted")
        found = await attempt(false);
      await applyOutcome(found);
    } finally {
      asking.current = false;
      setPending(false);
      setRound((count) => count + 1);
    }
  };

  return { start, pending, outcome };
}
