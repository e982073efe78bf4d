import { useTexts } from "#web/lib/texts.tsx";

/** Tells the user what a block does before they confirm, as it can't be undone (R6.07). */
export function BlockEffects({ name }: { name: string }) {
  const t = useTexts("moderation");
  return (
    <>
      <ul className="mb-4 flex list-disc flex-col gap-2 ps-5">
        <li>{t("block.deleted", { name })}</li>
        <li>{t("block.hidden", { name })}</li>
        <li>{t("block.told", { name })}</li>
      </ul>
      <p className="mb-5 text-muted">{t("block.lift")}</p>
    </>
  );
}
