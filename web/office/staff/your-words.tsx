import { useTexts } from "#web/lib/texts.tsx";

/** In a question before a decision: the words that its reader will get. */
export function YourWords({ words }: { words: string }) {
  const t = useTexts("staff");
  if (words.trim() === "") return null;
  return (
    <figure>
      <figcaption className="text-muted text-sm">{t("queue.your_words")}</figcaption>
      <blockquote className="max-h-40 overflow-y-auto whitespace-pre-line break-words border-line border-s-2 ps-3">
        {words.trim()}
      </blockquote>
    </figure>
  );
}
