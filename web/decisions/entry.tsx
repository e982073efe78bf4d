import type { Decision } from "#contract/decisions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Objection } from "./objection.tsx";

type Props = { decision: Decision; token?: string | undefined; level?: "h2" | "h3" | "h4" };

/** One decision with its reasons; `token` is that of the link in its mail, for members who can't log in. */
export function Reasons({ decision, token, level: Heading = "h2" }: Props) {
  const t = useTexts("decisions");
  const format = useFormat();
  const { ground, words, until, created_at: at } = decision;
  return (
    <>
      <p className="text-muted text-sm">
        <time dateTime={at}>{format.date(at)}</time>
      </p>
      <Heading className="mt-1 font-semibold text-lg">{t(`kind.${decision.decision}`)}</Heading>
      {until === null ? null : <p className="mt-1">{t("until", { date: format.date(until) })}</p>}
      {ground === null && words === "" ? null : (
        <dl className="mt-3 grid gap-2">
          {ground === null ? null : (
            <div>
              <dt className="text-muted text-sm">{t("why")}</dt>
              <dd>{t(`ground.${ground}`)}</dd>
            </div>
          )}
          {words === "" ? null : (
            <div>
              <dt className="text-muted text-sm">{t("words")}</dt>
              <dd className="whitespace-pre-line break-words">{words}</dd>
            </div>
          )}
        </dl>
      )}
      <Objection decision={decision} token={token} />
    </>
  );
}

/** A card that the address can point at. */
export const entryClass = "surface-card min-w-0 scroll-mt-24 p-5 target:outline-2 target:outline-primary md:p-6";

/** The same as such a card. */
export function Entry({ decision, token }: Pick<Props, "decision" | "token">) {
  return (
    <article id={decision.id} className={entryClass}>
      <Reasons decision={decision} token={token} />
    </article>
  );
}
