import { useSettings } from "#web/lib/root-data.ts";
import { canWriteFirst } from "#web/signup/steps.ts";
import { useSignupLink } from "#web/signup-link/use-signup-link.ts";

/**
 * The signup that a landing page leads to, with where the visitor came from (R3.09). It begins with a message to the
 * member. If a first message can't be promised, it leads to the member's profile afterwards.
 */
export function useSignupTarget(id: string): { writes: boolean; to: string } {
  const signup = useSignupLink();
  const writes = canWriteFirst(useSettings());
  return { writes, to: signup(writes ? `/members/${id}/signup` : `/signup?next=/members/${id}`) };
}
