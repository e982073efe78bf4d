import { useRef, useState } from "react";
import { checkSignup } from "#contract/account.ts";
import type { InputOf } from "#contract/call.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { type Failed, failed } from "#web/lib/use-call.ts";

/** So long after the field was left, a hint moves no button from under the finger that left it. */
const afterTapMs = 400;
/** Nobody waits longer than this for a hint: what it would have said is found when the account is made. */
const patienceMs = 3_000;

/** `suggestion`: the address that was probably meant (R5.03). `refused`: why no account can be made so. */
type Answer = { suggestion: string | null; refused: Failed | null };
const nothingSaid: Answer = { suggestion: null, refused: null };

/** What the server says of a name or an address before the account is made (R5.02, R5.03, R5.04). */
export async function askCheck(body: InputOf<typeof checkSignup>["body"]): Promise<Answer> {
  try {
    const { suggestion } = await call(checkSignup, { body, signal: AbortSignal.timeout(patienceMs) });
    return { suggestion, refused: null };
  } catch (error) {
    const known = error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429;
    return known ? { suggestion: null, refused: failed(error) } : nothingSaid;
  }
}

export type AddressHint = Answer & {
  email: string;
  /** It held somebody up who was going on, so it gets the focus. */
  heldUp: boolean;
};

/** The address as the server sees it: asked once it was typed, and once more where somebody goes on before. */
export function useAddressCheck() {
  const [hint, setHint] = useState<AddressHint | null>(null);
  const newest = useRef("");
  const looking = useRef<ReturnType<typeof setTimeout>>(undefined);

  const check = async (email: string, heldUp: boolean): Promise<Answer> => {
    // an address that was left before and is asked for later would take the answer to this one away
    clearTimeout(looking.current);
    newest.current = email;
    const answer = await askCheck({ email });
    if (newest.current === email) setHint({ ...answer, email, heldUp });
    return answer;
  };
  return {
    hint,
    /** Whether somebody may go on with this address: a refusal stops them, a suggestion that they have not seen yet too. */
    async pass(email: string): Promise<{ ok: boolean; refused: Failed | null }> {
      if (hint?.email === email && hint.refused === null) return { ok: true, refused: null };
      const { suggestion, refused } = await check(email, true);
      return { ok: suggestion === null && refused === null, refused };
    },
    look(email: string): void {
      clearTimeout(looking.current);
      looking.current = setTimeout(() => {
        // whoever left the field by going on has asked already
        if (newest.current !== email) void check(email, false);
      }, afterTapMs);
    },
    forget(): void {
      clearTimeout(looking.current);
      newest.current = "";
      setHint(null);
    },
  };
}
