import type { Section } from "#contract/fill-page.ts";
import { StructuredData } from "#web/ui/structured-data.tsx";

const plain = (text: string) => text.replace(/<\/?\w+>/g, "");
const wordsOf = ({ blocks }: Section) =>
  blocks
    .flatMap((block) => (block.kind === "text" ? [block.text] : block.items))
    .map(plain)
    .join(" ");

/** The questions of the page of frequent questions with their answers, for search engines (D10.3). */
export function Questions({ sections }: { sections: readonly Section[] }) {
  const mainEntity = sections.map((section) => ({
    "@type": "Question",
    name: plain(section.title),
    acceptedAnswer: { "@type": "Answer", text: wordsOf(section) },
  }));
  return <StructuredData thing={{ "@type": "FAQPage", mainEntity }} />;
}
