import { Heart, X } from "lucide-react";
import { type ComponentType, type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useHref, useLocation, useSubmit } from "react-router";
import { trackingIn } from "#contract/tracking.ts";
import { Drawing } from "#web/advertising/landers/lander.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import beach from "./beach.svg?raw";
import { type CardProps, PlainCard } from "./card.tsx";
import cooking from "./cooking.svg?raw";
import hiking from "./hiking.svg?raw";
import music from "./music.svg?raw";
import { type Answer, type Answers, isComplete, type Question, questions } from "./questions.ts";
import reading from "./reading.svg?raw";

const scenes: Record<Question, string> = { hiking, cooking, music, beach, reading };

/** Milliseconds for the last card to leave, before the page of matches is loaded. */
const leavesMs = 280;

/** The two buttons are a form, one page an answer; with scripts the page is loaded only after the last card. */
export function Deck({ first }: { first: Answers }) {
  const t = useTexts("landers.tinderswipe");
  const submit = useSubmit();
  const { search } = useLocation();
  const action = useHref({ search: "" });
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(first);
  const [Card, setCard] = useState<ComponentType<CardProps>>(() => PlainCard);
  const top = questions.find((code) => answers[code] === undefined);
  const isDone = isComplete(answers);

  useEffect(() => {
    // if the script can't be loaded, the buttons do the same
    import("./drag-card.tsx").then((drag) => setCard(() => drag.DragCard)).catch(() => {});
  }, []);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => void submit(form.current, { replace: true }), leavesMs);
    return () => clearTimeout(timer);
  }, [isDone, submit]);
  const answer = useCallback(
    (given: Answer) => {
      if (top !== undefined) setAnswers((all) => ({ ...all, [top]: given }));
      return top !== undefined;
    },
    [top],
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement) answer(submitter.value === "yes" ? "yes" : "no");
  };
  const number = top === undefined ? questions.length : questions.indexOf(top) + 1;
  return (
    <section className="deck-game">
      <h1>{t("heading")}</h1>
      <p className="deck-number">{t("number", { number, total: questions.length })}</p>
      <div className="deck-stack">
        {questions.map((code, index) => (
          <Card key={code} place={placeOf(code, index, answers, top)} onAnswer={answer}>
            <Drawing svg={scenes[code]} viewBox="0 0 320 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true" />
            <h2>{t(`ask_${code}`)}</h2>
            <span aria-hidden="true" data-stamp="like" className="swipe-stamp swipe-stamp-like">
              {t("yes")}
            </span>
            <span aria-hidden="true" data-stamp="pass" className="swipe-stamp swipe-stamp-pass">
              {t("no")}
            </span>
          </Card>
        ))}
      </div>
      <p className="sr-only" aria-live="polite">
        {top === undefined ? "" : t(`ask_${top}`)}
      </p>
      <form ref={form} method="get" action={action} onSubmit={onSubmit} className="swipe-buttons deck-buttons">
        {Object.entries({ ...answers, ...trackingIn(new URLSearchParams(search)) }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" name={top} value="no" className="swipe-button swipe-button-pass" aria-label={t("no")}>
          <X aria-hidden className="size-8" />
        </button>
        <button type="submit" name={top} value="yes" className="swipe-button swipe-button-like" aria-label={t("yes")}>
          <Heart aria-hidden className="size-8 fill-current" />
        </button>
      </form>
      <p className="deck-hint">{t("hint")}</p>
    </section>
  );
}

function placeOf(code: Question, index: number, answers: Answers, top: Question | undefined): CardProps["place"] {
  const given = answers[code];
  if (given !== undefined) return given === "yes" ? "like" : "pass";
  return index - (top === undefined ? 0 : questions.indexOf(top));
}
