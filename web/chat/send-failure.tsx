import { CircleAlert } from "lucide-react";
import { useLocation } from "react-router";
import { creditsForGiftPath, creditsPath } from "#web/credits/return-to.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { SmallestBundle } from "#web/member-parts/smallest-bundle.tsx";
import { isSilence, silences } from "#web/member-parts/use-why-silent.ts";
import { ButtonLink } from "#web/ui/button.tsx";

/** The server's text that says why the message, now back in the field, was not sent; with a link that helps. */
export function SendFailure({ failure }: { failure: FormFailure | null }) {
  const t = useTexts("chat");
  const { pathname } = useLocation();
  return (
    <div role="alert">
      {failure === null ? null : (
        <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-danger-tint px-3.5 py-2.5">
          <p className="flex min-w-0 grow items-start gap-2 font-medium text-danger-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {failure.fields.text ?? (failure.message || t("composer.failed"))}
          </p>
          <Remedy code={failure.code} back={pathname} />
        </div>
      )}
    </div>
  );
}

type RemedyProps = {
  code: string | undefined;
  back: string;
  /** What the gift costs that the credits are for. */
  gift?: number;
  wide?: boolean;
  className?: string;
};

/** The link that helps after such a failure, if one does, with what that costs; `back` is the path to return to. */
export function Remedy({ code, back, gift, ...look }: RemedyProps) {
  const t = useTexts("chat");
  const age = useTexts("age");
  const isBought = code === "not_enough_credits" || code === "conversation_limit";
  const [to, words] = isBought
    ? [gift === undefined ? creditsPath(back) : creditsForGiftPath(back, gift), t("composer.get_credits")]
    : code === "age_check_required"
      ? ["/profile#age", age("go")]
      : isSilence(code)
        ? [silences[code], t(`silent.${code}_link`)]
        : [];
  if (to === undefined) return null;
  return (
    <>
      <ButtonLink to={to} {...look}>
        {words}
      </ButtonLink>
      {isBought ? <SmallestBundle /> : null}
    </>
  );
}
