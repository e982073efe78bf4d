import { Search } from "lucide-react";
import { useRef } from "react";
import { Link, useNavigate } from "react-router";
import { pathIn } from "#contract/languages.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { useKeys } from "#web/office/staff/use-keys.ts";
import { CallForm } from "#web/ui/call-form.tsx";
import { type AskedSearch, searchPath } from "./asked-search.ts";

/** Finds a member from any page of the back office; the key `/` leads into it. A phone has a link to the search. */
export function MemberSearch() {
  const t = useTexts("staff-members");
  const language = useLanguage();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useKeys({
    "/": () => {
      // the link of a phone is there instead of the field
      if (!field.current?.checkVisibility()) return navigate(searchPath);
      field.current.focus();
      field.current.select();
    },
  });
  return (
    <>
      {/* without scripts it is posted, so that no address of a page has an email address */}
      <CallForm
        role="search"
        aria-label={t("find.header")}
        action={pathIn(language, searchPath)}
        className="min-w-0 max-w-md flex-1 max-md:hidden"
        onSubmit={({ text = "" }) => {
          field.current?.blur();
          navigate(searchPath, { state: { sought: { text }, asked: Date.now() } satisfies AskedSearch });
        }}
      >
        <span className="relative block">
          <input
            ref={field}
            type="search"
            name="text"
            aria-label={t("find.header")}
            aria-keyshortcuts="/"
            placeholder={t("find.header")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            className="field-input ps-12"
          />
          <button
            type="submit"
            aria-label={t("find.header")}
            className="absolute inset-y-0 start-0 inline-flex w-12 items-center justify-center text-muted"
          >
            <Search aria-hidden className="size-5" />
          </button>
        </span>
      </CallForm>
      <Link
        to={searchPath}
        aria-label={t("find.header")}
        className="ms-auto inline-flex size-11 shrink-0 items-center justify-center md:hidden"
      >
        <Search aria-hidden className="size-5" />
      </Link>
    </>
  );
}
