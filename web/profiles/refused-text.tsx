import { useTexts } from "#web/lib/texts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Words of the member's own that staff refused, and the id of that decision. */
export type Refused = { id: string; text: string };

/** Reminds of refused words where they stood, with the way to the decision. */
export function RefusedText({ title, refused }: { title: string; refused: Refused }) {
  const t = useTexts("profiles");
  return (
    <Notice title={title}>
      <span className="block whitespace-pre-line wrap-anywhere">{refused.text}</span>
      <TextLink to={`/decisions#${refused.id}`}>{t("own.refused_link")}</TextLink>
    </Notice>
  );
}
