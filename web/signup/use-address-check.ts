import { useRef, useState } from "react";
import { checkSignup } from "#contract/account.ts";
import type { InputOf } from "#contract/call.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";

/** A hint appears only this long after the user leaves the field, so that it moves no button under their finger. */
const afterTapMs = 400;
/** Timeout of a check. Creating the account makes the same check again. */
const timeoutMs = 3_000;

/** `suggestion`: the address that was probably meant. `refused`: why an account can't be created with it. */
type Answer = { suggestion: string | null; refused: FormFailure | null };
const noAnswer: Answer = { suggestion: null, refused: null };

/** Asks the server about a name or an address before the account is created. */
export async function requestCheck(body: InputOf<typeof checkSignup>["body"]): Promise<Answer> {
  try {
    const { suggestion } = await call(checkSignup, { body, signal: AbortSignal.timeout(timeoutMs) });
    return { suggestion, refused: null };
  } catch (error) {
    const wasRefused = error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429;
    return wasRefused ? { suggestion: null, refused: toFailure(error) } : noAnswer;
  }
}

export type AddressHint = Answer & {
  email: string;
  /** The check interrupted a user who was going on, so the hint gets the focus. */
  interruptedUser: boolean;
};

export function useAddressCheck() {
  const [hint, setHint] = useState<AddressHint | null>(null);
  const latest = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const check = async (email: string, heldUp: boolean): Promise<Answer> => {
    // a pending check of an earlier address would replace this answer
    clearTimeout(timer.current);
    latest.current = email;
    const answer = await requestCheck({ email });
    if (latest.current === email) setHint({ ...answer, email, interruptedUser: heldUp });
    return answer;
  };
  return {
    hint,
    /** A refusal stops the user, and so does a suggestion they have not seen. */
    async checkBeforeNextStep(email: string): Promise<{ ok: boolean; refused: FormFailure | null }> {
      if (hint?.email === email && hint.refused === null) return { ok: true, refused: null };
      const { suggestion, refused } = await check(email, true);
      return { ok: suggestion === null && refused === null, refused };
    },
    checkSoon(email: string): void {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // a user who left the field by going on has started the check already
        if (latest.current !== email) void check(email, false);
      }, afterTapMs);
    },
    clearHint(): void {
      clearTimeout(timer.current);
      latest.current = "";
      setHint(null);
    },
  };
}
