import { useTexts } from "#web/lib/texts.tsx";
import { FictionalLabel } from "#web/member-parts/fictional-label.tsx";

/** Says before the message is written that the partner is not a real person and that it still costs credits (D11.1). */
export function FictionalNote({ name, credits }: { name: string; credits: number }) {
  const t = useTexts("chat");
  return (
    <p className="mb-2 rounded-md bg-warning-tint px-3 py-2 text-sm">
      <FictionalLabel className="me-2 align-middle" />
      {credits === 0 ? t("fictional.line_free", { name }) : t("fictional.line", { name, count: credits })}
    </p>
  );
}
