import { emoji } from "virtual:emoji";
import {
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  EmojiPicker as Picker,
} from "frimousse";
import { isLanguage } from "#contract/languages.ts";
import { importOnceOnline } from "#web/lib/chunk-reload.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";

const columns = 8;

/** Loads the emoji from our own files: by default the picker would load them from another company's server. */
async function findEmoji(locale: string) {
  return (await importOnceOnline(emoji[isLanguage(locale) ? locale : "en"])).default;
}

/** Emoji by category, with a search in the member's language; arrow keys and Enter choose too. */
export default function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const t = useTexts("chat");
  const language = useLanguage();
  // not on a phone: its keyboard would cover the emoji
  const focus = matchMedia("(pointer: fine)").matches;
  return (
    <Picker.Root
      locale={language}
      columns={columns}
      resolveEmojiData={findEmoji}
      onEmojiSelect={(picked) => onPick(picked.emoji)}
      className="flex min-h-0 grow flex-col"
    >
      <Picker.Search
        className="emoji-search"
        autoFocus={focus}
        aria-label={t("emoji.search")}
        placeholder={t("emoji.search")}
      />
      <Picker.Viewport className="relative mt-1 min-h-0 grow overflow-y-auto px-1">
        <Picker.Loading className="absolute inset-0 flex items-center justify-center text-muted text-sm">
          {t("emoji.loading")}
        </Picker.Loading>
        <Picker.Empty className="absolute inset-0 flex items-center justify-center text-muted text-sm">
          {t("emoji.empty")}
        </Picker.Empty>
        <Picker.List className="select-none pb-1" components={{ CategoryHeader, Row, Emoji }} />
      </Picker.Viewport>
    </Picker.Root>
  );
}

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...props} className="emoji-category">
      {category.label}
    </div>
  );
}

/** ARIA counts from 1, the picker from 0; it looks its rows up by their index, except for the first one. */
function Row({ children, ...props }: EmojiPickerListRowProps) {
  const row = { ...props, "aria-rowindex": props["aria-rowindex"] || undefined };
  return (
    <div {...row} className="flex">
      {children}
    </div>
  );
}

function Emoji({ emoji: entry, ...props }: EmojiPickerListEmojiProps) {
  const cell = { ...props, "aria-colindex": Number(props["aria-colindex"]) + 1 };
  return (
    <button {...cell} type="button" className="emoji">
      {entry.emoji}
    </button>
  );
}
