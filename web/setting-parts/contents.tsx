import { useId } from "react";
import { useTexts } from "#web/lib/texts.tsx";

type Props = { sections: readonly { id: string; heading: string }[]; look?: "card" | "strip" };

const looks = {
  card: {
    nav: "surface-card mb-5 px-5 py-4 md:px-6",
    heading: "mb-1 text-lg",
    list: "flex flex-wrap gap-x-6",
    link: "link flex min-h-11 items-center leading-tight",
  },
  // one line on a phone, so that the page still begins with its content
  strip: {
    nav: "mb-4",
    heading: "sr-only",
    list: "flex gap-2 [scrollbar-width:none] max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:flex-wrap",
    link: "pill pill-small text-ink no-underline",
  },
};

/** Lists the sections of a page that is several screens long, each with a link to it. */
export function Contents({ sections, look = "card" }: Props) {
  const t = useTexts("account");
  const id = useId();
  const classes = looks[look];
  return (
    <nav aria-labelledby={id} className={classes.nav}>
      <h2 id={id} className={classes.heading}>
        {t("settings.contents")}
      </h2>
      <ul className={classes.list}>
        {sections.map((section) => (
          <li key={section.id} className={look === "card" ? "min-w-0" : "max-w-[85vw] shrink-0"}>
            <a href={`#${section.id}`} className={classes.link}>
              <span className="min-w-0 wrap-anywhere">{section.heading}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
