import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { searchInterestsLimit } from "#contract/members.ts";
import { explicitInterests } from "#contract/profiles.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import type { PartProps } from "./filter-parts.tsx";
import { type Interest, interestsFor } from "./filters.ts";

const plain = (text: string) => text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/**
 * The interests to filter by: a group that opens, the chosen ones first, with a search box. A ticked interest moves to
 * the front only when the group is opened or searched, so nothing moves under the finger.
 */
export function InterestFilter({ draft, change, offered }: PartProps) {
  const t = useTexts("members");
  const names = useTexts("profiles");
  const language = useLanguage();
  const nameId = useId();
  const noteId = useId();
  const chosen = draft.interests ?? [];
  const [text, setText] = useState("");
  const [first, setFirst] = useState<readonly Interest[]>(chosen);
  const all = interestsFor(offered.member);
  const known = all
    .map((code) => ({ code, name: names(`interest.${code}`) }))
    .sort(
      (a, b) =>
        Number(first.includes(b.code)) - Number(first.includes(a.code)) || a.name.localeCompare(b.name, language),
    );
  const shown = known.filter(({ name }) => plain(name).includes(plain(text)));
  const isExplicit = ({ code }: { code: Interest }) => explicitInterests.includes(code);
  // explicit interests are separate, as in the profile: a search for "art" doesn't list them
  const kinds = [
    { heading: "", interests: shown.filter((interest) => !isExplicit(interest)) },
    { heading: names("own.explicit"), interests: shown.filter(isExplicit) },
  ].filter(({ interests }) => interests.length > 0);
  const full = chosen.length >= searchInterestsLimit;
  const summary = known.filter(({ code }) => chosen.includes(code)).map(({ name }) => name);

  return (
    <details className="filter-group" onToggle={({ currentTarget }) => currentTarget.open && setFirst(chosen)}>
      <summary>
        <span className="min-w-0">
          <span id={nameId} className="font-semibold">
            {t("filter.interests")}
          </span>
          {summary.length === 0 ? null : (
            <>
              <span className="sr-only">: {t("filter.interests_chosen", { count: summary.length })}</span>
              <span className="block truncate text-muted text-sm">{summary.join(", ")}</span>
            </>
          )}
        </span>
        <ChevronDown aria-hidden className="filter-group-sign" />
      </summary>
      <fieldset aria-labelledby={nameId} aria-describedby={noteId} className="pt-1">
        <p id={noteId} className="mb-3 text-muted text-sm">
          {t(full ? "filter.interests_full" : "filter.interests_note", { count: searchInterestsLimit })}
        </p>
        <input
          type="search"
          aria-label={t("filter.interests_search")}
          placeholder={t("filter.interests_search")}
          autoComplete="off"
          maxLength={40}
          value={text}
          className="field-input mb-3 noscript:hidden"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setFirst(chosen);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
        {kinds.map(({ heading, interests }) => (
          <div key={heading} className="flex flex-wrap gap-2">
            {heading !== "" ? <p className="mt-4 w-full font-medium text-sm">{heading}</p> : null}
            {interests.map(({ code, name }) => {
              const ticked = chosen.includes(code);
              return (
                <label key={code} className="pill pill-small">
                  <input
                    type="checkbox"
                    name="interests"
                    value={code}
                    checked={ticked}
                    disabled={full && !ticked}
                    onChange={() =>
                      change({ interests: all.filter((each) => (each === code ? !ticked : chosen.includes(each))) })
                    }
                  />
                  {name}
                </label>
              );
            })}
          </div>
        ))}
        <p role="status" className={shown.length > 0 ? "sr-only" : "text-muted"}>
          {text.trim() === ""
            ? ""
            : shown.length === 0
              ? t("filter.interests_none")
              : t("filter.interests_found", { count: shown.length })}
        </p>
      </fieldset>
    </details>
  );
}
