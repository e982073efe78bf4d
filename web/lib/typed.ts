import { reloadEvent } from "./chunk-reload.ts";
import { sessionStore } from "./storage.ts";

type Entry = { name: string; inDialog: boolean; value: string; checked?: boolean };
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const storageKey = "typed";
const touched = new Set<Field>();

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
const isChoice = (field: Field): field is HTMLInputElement => field.type === "radio" || field.type === "checkbox";
const isSecret = (field: Field) => field.type === "password" || field.type === "file" || field.name === "";
const toEntry = (field: Field): Entry => ({
  name: field.name,
  inDialog: field.closest("dialog") !== null,
  value: field.value,
  ...(isChoice(field) ? { checked: field.checked } : {}),
});

function saveTypedText(): void {
  const entries = [...touched].filter((field) => field.isConnected).map(toEntry);
  if (entries.length > 0) sessionStore.setItem(storageKey, JSON.stringify({ path: location.pathname, entries }));
}

function takeSavedEntries(): Entry[] {
  const saved = sessionStore.getItem(storageKey);
  sessionStore.removeItem(storageKey);
  if (saved === null) return [];
  try {
    const { path, entries } = JSON.parse(saved);
    return path === location.pathname ? entries : [];
  } catch {
    return [];
  }
}

function matches(field: Field, { name, inDialog, value, checked }: Entry): boolean {
  const isSameField = field.name === name && (field.closest("dialog") !== null) === inDialog;
  return isSameField && (isChoice(field) ? checked !== undefined && field.value === value : checked === undefined);
}

function fill(field: Field, { value, checked }: Entry): void {
  if (isChoice(field)) {
    if (field.checked !== checked) field.click();
    return;
  }
  if (field.value === value) return;
  // React overrides the setter of `value` on the element, so this calls the browser's own, on the element's class
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Restores it also into fields that appear later, such as a dialog's, until the user goes to another page. */
function restoreTyped(): void {
  const waiting = new Set(takeSavedEntries());
  if (waiting.size === 0) return;
  const { pathname } = location;
  const observer = new MutationObserver(fillWaitingFields);
  function fillWaitingFields() {
    if (location.pathname !== pathname) waiting.clear();
    const fields = [...document.querySelectorAll<Field>("input, textarea, select")].filter((field) => !isSecret(field));
    for (const entry of waiting) {
      const field = fields.find((candidate) => matches(candidate, entry));
      if (field === undefined) continue;
      waiting.delete(entry);
      fill(field, entry);
    }
    if (waiting.size === 0) observer.disconnect();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  fillWaitingFields();
}

/**
 * Saves typed text when the page reloads itself, if it may be stored then, and restores it. Call it once hydrated;
 * returns the end.
 */
export function preserveTypedText(mayBeStored: () => boolean): () => void {
  restoreTyped();
  const rememberField = ({ target }: Event) => {
    if (!isField(target) || isSecret(target)) return;
    for (const field of touched) if (!field.isConnected) touched.delete(field);
    touched.add(target);
  };
  addEventListener("input", rememberField, { capture: true, passive: true });
  const save = () => {
    if (mayBeStored()) saveTypedText();
  };
  addEventListener(reloadEvent, save);
  return () => {
    removeEventListener("input", rememberField, { capture: true });
    removeEventListener(reloadEvent, save);
  };
}
