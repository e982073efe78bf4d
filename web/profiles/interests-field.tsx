import { Search } from "lucide-react";
import { useId, useState } from "react";
import { explicitInterests, interests, type OwnProfile } from "#contract/profiles.ts";
import { fold } from "#web/lib/fold.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SaveMark } from "./save-mark.tsx";
import { useFieldSave } from "./use-field-save.ts";

type Interest = OwnProfile["interests"][number];
const isExplicit = (code: Interest) => explicitInterests.includes(code);

type GroupProps = {
  codes: readonly Interest[];
  chosen: ReadonlySet<Interest>;
  /** The folded search text; interests that don't contain it are hidden. */
  searchText: string;
  onTurn: (code: Interest, on: boolean) => void;
};

/** Interests as checkboxes that look like pills, sorted in the language's order. */
function InterestBoxes({ codes, chosen, searchText, onTurn }: GroupProps) {
  const names = useTexts("profiles");
  const { sortByName } = useFormat();
  const named = sortByName(
    codes.map((code) => ({ code, name: names(`interest.${code}`) })),
    ({ name }) => name,
  );
  return (
    <div className="flex flex-wrap gap-2">
      {named.map(({ code, name }) => (
        <label key={code} className="pill" hidden={!fold(name).includes(searchText)}>
          <input
            type="checkbox"
            name="interests"
            value={code}
            checked={chosen.has(code)}
            onChange={({ currentTarget }) => onTurn(code, currentTarget.checked)}
          />
          {name}
        </label>
      ))}
    </div>
  );
}

/** The explicit ones are a group that opens after consent to storing them. */
export function InterestsField({ own }: { own: Pick<OwnProfile, "interests" | "explicit_consent"> }) {
  const t = useTexts("profiles");
  const { name: site } = useSettings();
  const saving = useFieldSave();
  const id = useId();
  const names = useTexts("profiles");
  const [chosen, setChosen] = useState<ReadonlySet<Interest>>(() => new Set(own.interests));
  const [agreed, setAgreed] = useState(own.explicit_consent);
  const [typed, setTyped] = useState("");
  const searched = fold(typed);
  const offered = interests.filter((code) => agreed || !isExplicit(code));
  const foundCount = offered.filter((code) => fold(names(`interest.${code}`)).includes(searched)).length;

  const saveChosen = (next: ReadonlySet<Interest>) => {
    setChosen(next);
    saving.save({ interests: interests.filter((code) => next.has(code)) });
  };
  const setInterest = (code: Interest, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(code);
    else next.delete(code);
    saveChosen(next);
  };
  const saveConsent = (on: boolean) => {
    setAgreed(on);
    if (!on) setChosen(new Set([...chosen].filter((code) => !isExplicit(code))));
    saving.save({
      explicit_consent: on,
      interests: interests.filter((code) => chosen.has(code) && (on || !isExplicit(code))),
    });
  };
  const groups = { chosen, searchText: searched, onTurn: setInterest };

  return (
    <div className="own-field">
      <p className="mb-1 font-semibold">{t("own.chosen", { count: chosen.size })}</p>
      <SaveMark saving={saving} />
      <div className="relative mb-4 noscript:hidden">
        <label htmlFor={id} className="sr-only">
          {t("own.search")}
        </label>
        <input
          id={id}
          type="search"
          className="field-input pe-11"
          placeholder={t("own.search")}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          // Enter would submit the form
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
        <Search aria-hidden className="pointer-events-none absolute end-3.5 top-3.5 size-5 text-muted" />
      </div>
      <p role="status" className={searched === "" ? "sr-only" : "mb-3 text-muted text-sm"}>
        {searched === "" ? null : t("own.found", { count: foundCount })}
      </p>
      <fieldset>
        <legend className="sr-only">{t("field.interests")}</legend>
        <InterestBoxes codes={interests.filter((code) => !isExplicit(code))} {...groups} />
      </fieldset>
      <fieldset className="mt-6 rounded-md border border-line p-4">
        <legend className="px-1 font-semibold">{t("own.explicit")}</legend>
        <p className="text-muted text-sm">{t("own.explicit_why")}</p>
        <div className="-mb-4">
          <Checkbox
            name="explicit_consent"
            label={t("own.explicit_agree", { site })}
            note={t("own.explicit_revoke")}
            checked={agreed}
            onChange={({ currentTarget }) => saveConsent(currentTarget.checked)}
          />
        </div>
        <div className={agreed ? "mt-4" : "mt-4 not-noscript:hidden"}>
          <InterestBoxes codes={explicitInterests} {...groups} />
        </div>
      </fieldset>
    </div>
  );
}
