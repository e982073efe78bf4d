import { z } from "zod";
import { languages } from "./constants.ts";
import { textPages } from "./public-pages.ts";

/** The pages whose sections staff may replace or add, by the names of their texts; the last one exists in English. */
export const editablePages = [...(Object.keys(textPages) as (keyof typeof textPages)[]), "us_privacy"] as const;
export type EditablePage = (typeof editablePages)[number];

/** Pages that the law asks for, or that promise something: who replaces a section confirms what it has to say. */
export const lawfulPages: readonly EditablePage[] = [
  "terms",
  "privacy",
  "us_privacy",
  "cookies",
  "returns",
  "complaints",
  "imprint",
  "accessibility",
  "transparency",
  "pricing",
  "faq",
  "safety",
  "fair",
  "ban",
];

/** The pages that a member accepts at the signup. */
export const acceptedPages: readonly EditablePage[] = ["terms", "privacy", "us_privacy"];

export const ownSections = ["own1", "own2", "own3", "own4", "own5"] as const;

/** What `{…}` in a page's text may name: a value of the site or of its company. */
export const pagePlaceholders = [
  "site",
  "company",
  "address",
  "country",
  "kvk",
  "languages",
  "vat",
  "email",
  "phone",
  "officer",
  "represented_by",
  "representatives",
  "youth_officer",
  "adr_body",
  "recipients",
  "min_age",
  "profiles_daily",
  "refund_days",
  "programs",
  "undo_days",
  "message_credits",
  "photo_credits",
  "voice_credits",
  "call_minute_credits",
  "gift_credits",
  "answer_days",
  "open_first_messages",
  "own_photos",
  "premium_photos",
  "swipe_likes",
  "welcome_hours",
  "welcome_percent",
  "signup_credits",
  "fictional_plural",
  "fictional_icon",
  "date",
  "cdn_host",
  "checked",
  "authorities",
] as const;

const isPage = (name: string) => (editablePages as readonly string[]).includes(name);
const isLanguage = (code: string) => (languages as readonly string[]).includes(code);

/** Which section of a site's pages: `terms.en.s3`. */
export const sectionKey = z
  .string()
  .regex(/^[a-z_]+\.[a-z]{2}\.(?:s[1-9]\d?|own[1-5])$/, "is no section such as terms.en.s3")
  .refine((key) => {
    const [page = "", language = ""] = key.split(".");
    return isPage(page) && isLanguage(language) && (page !== "us_privacy" || language === "en");
  }, "is no section such as terms.en.s3");

const isFillable = (text: string) =>
  [...text.matchAll(/\{([^{}]*)\}/g)].every(([, name = ""]) => (pagePlaceholders as readonly string[]).includes(name));

const text = (maxLength: number) =>
  z
    .string("required")
    .transform((typed) => typed.replaceAll(/\r\n?/g, "\n").trim())
    .pipe(
      z
        .string()
        .min(1, "required")
        .max(maxLength, "text_too_long")
        .refine(isFillable, "placeholder_unknown")
        // line breaks are the only control characters
        .regex(/^(?:\P{Cc}|\n)*$/u, "forbidden_characters")
        .refine((typed) => typed.isWellFormed(), "forbidden_characters"),
    );

/**
 * In `body` an empty line ends a paragraph, and lines that begin with `- ` are a list. Both may hold `{placeholders}`
 * and the links `<tag>…</tag>` of the built-in texts; nothing else is markup.
 */
export const sectionText = z.strictObject({
  title: text(120).pipe(z.string().regex(/^\P{Cc}*$/u, "forbidden_characters")),
  body: text(8000),
});
export type SectionText = z.output<typeof sectionText>;
