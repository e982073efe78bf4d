import type { SectionText } from "#contract/page-sections.ts";
import { useTexts } from "#web/lib/texts.tsx";

const linesOf = ({ title, body }: SectionText) =>
  [title, ...body.split("\n").map((line) => line.trim())].filter(Boolean);

type SideProps = { name: string; lines: readonly string[]; other: readonly string[]; as: "del" | "ins" };

/** The lines of one text; those that the other one lacks are marked. */
function Side({ name, lines, other, as: Mark }: SideProps) {
  const tone = Mark === "del" ? "bg-warning-tint" : "bg-good-tint no-underline";
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-sm">{name}</h3>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a text may be the same
        <p key={index} className="mb-2 wrap-anywhere text-sm">
          {other.includes(line) ? line : <Mark className={`rounded-sm px-1 ${tone}`}>{line}</Mark>}
        </p>
      ))}
    </div>
  );
}

/** The built-in text beside the site's own; on a phone one below the other. */
export function TextDifference({ standard, text }: { standard: SectionText; text: SectionText }) {
  const t = useTexts("staff-sites");
  const [old, own] = [linesOf(standard), linesOf(text)];
  return (
    <section aria-labelledby="difference" className="surface-card p-4 md:p-5">
      <h2 id="difference" className="mb-3 text-lg">
        {t("pages_tab.difference")}
      </h2>
      {old.join("\n") === own.join("\n") ? (
        <p className="text-muted">{t("pages_tab.same")}</p>
      ) : (
        <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
          <Side name={t("pages_tab.standard")} lines={old} other={own} as="del" />
          <Side name={t("pages_tab.yours")} lines={own} other={old} as="ins" />
        </div>
      )}
    </section>
  );
}
