import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { canWriteFirst } from "#web/signup/steps.ts";

/** Says which people a niche's site is for, above the page that an advertisement leads to (D2.3). */
export function NicheLine({ line }: { line: string | undefined }) {
  return line === undefined ? null : (
    <p className="bg-tint px-4 py-2 text-center font-semibold text-primary-ink text-sm">{line}</p>
  );
}

/**
 * The address of the signup that a landing page leads to, with the visitor's origin (R3.09). The signup begins with a
 * message to the member. If the site's signup can't take a first message, or the member limits who may write first
 * (R10.05), it leads to the member's profile afterwards.
 */
export function useSignupTarget(id: string, takesFirstMessage = true): { writes: boolean; to: string } {
  const signup = useSignupLink();
  const writes = canWriteFirst(useSettings()) && takesFirstMessage;
  return { writes, to: signup(writes ? `/members/${id}/signup` : `/signup?next=/members/${id}`) };
}
