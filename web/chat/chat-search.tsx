import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { searchChats } from "#contract/chat.ts";
import { shortestChatSearch } from "#contract/constants.ts";
import { call } from "#web/lib/call.ts";
import { type Translate, useFormat, useTexts } from "#web/lib/texts.tsx";
import { useTimeout } from "#web/lib/use-timer.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { cutExcerpt } from "./excerpt.ts";

const pauseMs = 250;

type SearchResult = AnswerOf<typeof searchChats>;

export function ChatSearch({ children }: { children: ReactNode }) {
  const t = useTexts("chat");
  const id = useId();
  const [text, setText] = useState("");
  const words = useDebounced(text.trim());
  const isLongEnough = [...words].length >= shortestChatSearch;
  const { data, isError } = useQuery({
    queryKey: ["chat-search", words],
    queryFn: ({ signal }) => call(searchChats, { query: { q: words }, signal }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const results = isLongEnough && text.trim() !== "" ? data : undefined;
  return (
    <>
      <search className="relative mb-4 block noscript:hidden">
        <label htmlFor={id} className="sr-only">
          {t("search.label")}
        </label>
        <Search aria-hidden className="pointer-events-none absolute start-3.5 top-3.5 size-5 text-muted" />
        <input
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          className="field-input ps-11"
          placeholder={t("search.label")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </search>
      <p role="status" className="mb-3 text-muted text-sm empty:hidden">
        {isLongEnough && isError ? t("search.failed") : null}
        {results && !isError ? formatResultCount(t, results, words) : null}
      </p>
      {results ? <Results result={results} words={words} /> : children}
    </>
  );
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useTimeout(() => setDebounced(text), pauseMs, text);
  return debounced;
}

function formatResultCount(t: Translate<"chat">, { chats, messages }: SearchResult, words: string): string {
  const count = chats.length + messages.length;
  return count === 0 ? t("search.none", { words }) : t("search.found", { count });
}

function Results({ result, words }: { result: SearchResult; words: string }) {
  const t = useTexts("chat");
  const format = useFormat();
  return (
    <ul aria-label={t("search.results")} className="chat-list divide-y divide-line">
      {result.chats.map(({ conversation, profile }) => (
        <li key={conversation.id} className="chat-row">
          <Avatar image={profile.main_image} />
          <div className="min-w-0 grow">
            <ResultLink to={`/chats/${conversation.id}`}>{profile.name}</ResultLink>
            <MemberLabel member={profile} />
          </div>
        </li>
      ))}
      {result.messages.map(({ conversation, profile, message }) => (
        <li key={message.id} className="chat-row">
          <Avatar image={profile.main_image} />
          <div className="min-w-0 grow">
            <p className="flex items-baseline gap-2">
              <ResultLink to={`/chats/${conversation.id}?message=${message.id}`}>{profile.name}</ResultLink>
              <time dateTime={message.created_at} className="ms-auto shrink-0 text-muted text-xs">
                {format.when(message.created_at)}
              </time>
            </p>
            <p className="mt-0.5 flex items-center gap-2 text-sm">
              <MemberLabel member={profile} className="max-w-2/3 shrink-0" />
              <Excerpt text={message.text} words={words} mine={message.mine} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function ResultLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="truncate font-semibold outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-3 focus-visible:after:outline-primary-ink"
    >
      {children}
    </Link>
  );
}

/** One line of the message, with the words that were searched marked. */
function Excerpt({ text, words, mine }: { text: string; words: string; mine: boolean }) {
  const t = useTexts("chat");
  const { before, match, after } = cutExcerpt(text, words);
  return (
    <span dir="auto" className="min-w-0 grow truncate text-muted">
      {mine ? <span className="sr-only">{t("thread.from_you")}</span> : null}
      {before}
      <mark className="search-mark">{match}</mark>
      {after}
    </span>
  );
}
