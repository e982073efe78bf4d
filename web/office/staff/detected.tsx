import type { QueuedCase } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Chip } from "#web/ui/chip.tsx";

type Detected = NonNullable<QueuedCase["detected"]>;

/** Why a program held a text back: what it may contain, or that it is too long to be checked as a whole. */
export function DetectedChips({ detected: { kinds, whole } }: { detected: Detected }) {
  const t = useTexts("staff");
  const reasons = [...kinds.map((kind) => `detected.${kind}` as const), ...(whole ? [] : (["detected.long"] as const))];
  return (reasons.length === 0 ? (["detected.none"] as const) : reasons).map((reason) => (
    <Chip key={reason} tone="warning">
      {t(reason)}
    </Chip>
  ));
}

/** A text with what was detected in it marked. */
export function MarkedText({ text, places }: { text: string; places: Detected["places"] }) {
  const begins = [0, ...places.map(({ end }) => end)];
  return (
    <>
      {places.map(({ start, end }, at) => (
        <span key={start}>
          {text.slice(begins[at], start)}
          <mark className="rounded-sm bg-warning-tint px-0.5 font-semibold text-warning-ink">
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(begins.at(-1))}
    </>
  );
}
