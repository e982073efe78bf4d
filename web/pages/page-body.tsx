import type { ReactNode } from "react";
import type { PageBlock, Section as PageSection } from "#contract/fill-page.ts";
import { textPages } from "#contract/public-pages.ts";
import { rich } from "#web/lib/texts.tsx";
import { FictionalSign } from "#web/member-parts/fictional-label.tsx";
import { Section } from "#web/ui/section.tsx";
import { linkTo } from "#web/ui/text-link.tsx";
import type { PageTexts } from "./page-texts.server.ts";

/** The addresses of the links within the texts, by their tag. */
const inside = {
  ...textPages,
  decisions: "/decisions",
  payments: "/transactions",
  profile: "/profile",
  report: "/report",
  settings: "/notifications",
  withdrawal: "/withdrawal",
  us: `${textPages.privacy}?region=us`,
  eu: `${textPages.privacy}?region=eu`,
};
const outside = { ecc: "https://www.eccnet.eu/", rta: "https://www.rtalabel.org/" };

function to(address: string, words: string): ReactNode {
  return (
    <a className="link break-words" href={address} rel={address.startsWith("https:") ? "external" : undefined}>
      {words}
    </a>
  );
}

export const linkParts: Record<string, (words: string) => ReactNode> = {
  code: (words) => <code className="break-words rounded-sm bg-tint px-1.5 py-0.5 text-sm">{words}</code>,
  mail: (words) => to(`mailto:${words}`, words),
  // every text with the sign also names it in words
  sign: () => <FictionalSign />,
  phone: (words) => to(`tel:${words}`, words),
};
for (const [tag, path] of Object.entries(inside)) {
  linkParts[tag] = linkTo(path, "link");
}
for (const [tag, address] of Object.entries(outside)) linkParts[tag] = (words) => to(address, words);

function BlockView({ block }: { block: PageBlock }) {
  if (block.kind === "text") return <p className="mt-3">{rich(block.text, linkParts)}</p>;
  return (
    <ul className="mt-3 list-disc space-y-2 ps-5">
      {block.items.map((item) => (
        <li key={item}>{rich(item, linkParts)}</li>
      ))}
    </ul>
  );
}

export function Sections({ sections }: { sections: readonly PageSection[] }) {
  return sections.map(({ id, title, blocks }) => (
    <Section title={title} heading="text-2xl" key={id} id={id} className="mt-9 scroll-mt-20">
      {blocks.map((block) => (
        <BlockView key={block.kind === "text" ? block.text : block.items[0]} block={block} />
      ))}
    </Section>
  ));
}

/** The table of contents of a long page; beside the text on wide screens. */
export function Contents({ contents, sections }: Pick<PageTexts, "contents" | "sections">) {
  return (
    <nav
      aria-labelledby="contents"
      className="mt-7 rounded-lg bg-tint p-5 lg:sticky lg:top-24 lg:order-last lg:mt-9 lg:w-72 lg:shrink-0"
    >
      <h2 id="contents" className="mb-1 text-lg">
        {contents}
      </h2>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="link inline-block min-h-11 py-2.5 leading-snug">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
