import { useCallback, useEffect, useRef, useState } from "react";
import { getPasskeyChallenge, logInByPasskey, passkeyChallengeMs } from "#contract/passkeys.ts";
import { call } from "#web/lib/call.ts";
import { type Failed, failed } from "#web/lib/use-call.ts";
import { askForPasskey, canAutofill, forgetPasskey, type Problem, stopAsking } from "./ceremony.ts";

/** A challenge that waits in the login field is replaced before it is too old. */
const renewMs = passkeyChallengeMs - 60_000;

/** What goes wrong before anything was chosen. */
const quiet = new Set(["no_connection", "too_many_requests", "unavailable", "internal_error"]);

/** What came of one try: done, what the browser said, or what the server said. */
type Outcome = "done" | { problem: Problem } | { failure: Failed };

/** `isOver`: what asks in the field by itself gives way to whoever pressed the button while it fetched its challenge. */
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
      const failure = failed(error);
      if (failure.code === "passkey_unknown") await forgetPasskey(options.rpId, response.id);
      return { failure };
    }
  } catch (error) {
    return { failure: failed(error) };
  }
}

/**
 * Logging in by passkey: `start` is for a button, and where the browser can it also offers passkeys in the field that
 * says `webauthn`, for as long as the screen is open.
 */
export function usePasskeyLogin(able: boolean, onLoggedIn: () => Promise<void>) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [pending, setPending] = useState(false);
  const [round, setRound] = useState(0);
  const asking = useRef(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const loggedIn = useRef(onLoggedIn);
  useEffect(() => {
    loggedIn.current = onLoggedIn;
  });

  const take = useCallback(async (found: Outcome) => {
    if (found === "done") await loggedIn.current();
    setOutcome(found);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins when the button's question is over
  useEffect(() => {
    if (!able) return;
    let over = false;
    let asked = false;
    const offer = async () => {
      if (asking.current || !(await canAutofill()) || over) return;
      asked = true;
      const found = await attempt(true, () => over || asking.current);
      // what was not chosen there is nobody's concern; what was chosen and refused is
      const unheard = found !== "done" && ("problem" in found || quiet.has(found.failure.code));
      if (!over && !unheard) await take(found);
    };
    void offer();
    const timer = setInterval(() => void offer(), renewMs);
    return () => {
      over = true;
      clearInterval(timer);
      if (asked) void stopAsking();
    };
  }, [able, round, take]);

  const start = useCallback(async () => {
    setPending(true);
    setOutcome(null);
    asking.current = true;
    let found = await attempt(false);
    // the field's own question, on its way when the button was pressed, may have taken the place of this one
    if (here.current && found !== "done" && "problem" in found && found.problem === "aborted")
      found = await attempt(false);
    await take(found);
    asking.current = false;
    setPending(false);
    setRound((count) => count + 1);
  }, [take]);

  return { start, pending, outcome };
}
