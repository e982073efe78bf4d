import { useId } from "react";
import { useTexts } from "#web/lib/texts.tsx";

/** Lists the sections of a long page: on a phone in one line, so that the page still begins with its content. */
export function Contents({ sections }: { sections: readonly { id: string; heading: string }[] }) {
  const t = useTexts("account");
  const id = useId();
  return (
    <nav aria-labelledby={id} className="mb-4">
      <h2 id={id} className="sr-only">
        {t("settings.contents")}
      </h2>
      <ul className="flex gap-2 [scrollbar-width:none] max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:flex-wrap">
        {sections.map((section) => (
          <li key={section.id} className="max-w-[85vw] shrink-0">
            <a href={`#${section.id}`} className="pill pill-small text-ink no-underline">
              <span className="min-w-0 wrap-anywhere">{section.heading}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
