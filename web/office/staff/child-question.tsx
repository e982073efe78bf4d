import { childAbuseHotlinesUrl } from "#contract/helplines.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Fact } from "#web/ui/fact.tsx";

/** Reasons against a picture with a child: each asks once more, with the numbers that the police are told. */
const childReasons = ["minor", "child_abuse"] as const;
type ChildReason = (typeof childReasons)[number];
export const isChildReason = (reason: string): reason is ChildReason => childReasons.some((each) => each === reason);

type Props = { reason: ChildReason; photos: readonly string[]; member: string };

export function ChildQuestion({ reason, photos, member }: Props) {
  const t = useTexts("staff");
  return (
    <>
      <p>{t(`child.${reason}`)}</p>
      {reason === "minor" ? null : (
        <ol className="list-decimal space-y-1 ps-5">
          <li>{t("child.no_copy")}</li>
          <li>{t("child.ban")}</li>
          <li>
            {t("child.report")}{" "}
            <a href={childAbuseHotlinesUrl} target="_blank" rel="noreferrer" className="link">
              inhope.org
            </a>
          </li>
        </ol>
      )}
      <dl className="grid gap-2 text-sm">
        {photos.map((photo) => (
          <Fact key={photo} term={t("child.photo")} className="break-all">
            {photo}
          </Fact>
        ))}
        <Fact term={t("child.account")} className="break-all">
          {member}
        </Fact>
      </dl>
    </>
  );
}
