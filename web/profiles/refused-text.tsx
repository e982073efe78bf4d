import { useTexts } from "#web/lib/texts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** What staff refused of a member's profile, its words if it has any, and the id of that decision. */
export type Refused = { id: string; text: string };

/** Reminds of what was refused where it stood, with the way to the decision. */
export function RefusedText({ title, refused }: { title: string; refused: Refused }) {
  const t = useTexts("profiles");
  return (
    <Notice title={title}>
      {refused.text === "" ? null : <span className="block whitespace-pre-line wrap-anywhere">{refused.text}</span>}
      <TextLink to={`/decisions#${refused.id}`}>{t("own.refused_link")}</TextLink>
    </Notice>
  );
}
