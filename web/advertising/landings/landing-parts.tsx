import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { canWriteFirst } from "#web/signup/steps.ts";

/** Says which people a niche's site is for, above the page that an advertisement leads to. */
export function NicheLine({ line }: { line: string | undefined }) {
  return line === undefined ? null : (
    <p className="bg-tint px-4 py-2 text-center font-semibold text-primary-ink text-sm">{line}</p>
  );
}

/** The signup's address with the origin. It begins with a message; if it can't, it leads to the profile afterwards. */
export function useSignupTarget(id: string, takesFirstMessage = true): { writes: boolean; to: string } {
  const signup = useSignupLink();
  const writes = canWriteFirst(useSettings()) && takesFirstMessage;
  return { writes, to: signup(writes ? `/members/${id}/signup` : `/signup?next=/members/${id}`) };
}
