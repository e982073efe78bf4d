import { dayMs } from "#contract/durations.ts";
import { localStore } from "#web/lib/storage.ts";
import { findTraces, onTracesDeleted, tracePrefix } from "#web/lib/traces.ts";
import { getVoice, listenToVoice, setDraft, toSoundFile, type VoiceDraft } from "#web/profiles/voice/voice-store.ts";

/** As long as the server knows the key of a recording that may have been sent: it is never sent twice. */
const keptMs = dayMs;

const prefix = `${tracePrefix}voice:`;
/** The key ends in the time of the recording, so that an old one is found without reading it. */
const startOf = (viewer: string, partner: string) => `${prefix}${viewer}:${partner}:`;
const timeOf = (key: string) => Number(key.split(":")[3]);

type Kept = Pick<VoiceDraft, "seconds" | "waveform" | "key" | "state"> & { type: string; sound: string };

/** The recordings of this page, by partner: whose they are, and what of each is stored. */
const kept = new Map<string, { viewer: string; saved: string | null }>();
onTracesDeleted(() => kept.clear());

const keysOf = (viewer: string, partner: string) =>
  findTraces().filter((key) => key.startsWith(startOf(viewer, partner)));

function deleteStored(viewer: string, partner: string): void {
  for (const key of keysOf(viewer, partner)) localStore.removeItem(key);
}

function deleteOld(): void {
  const isOld = (key: string) => !(Date.now() - timeOf(key) < keptMs);
  for (const key of findTraces()) if (key.startsWith(prefix) && isOld(key)) localStore.removeItem(key);
}

async function toText(file: File): Promise<string> {
  let text = "";
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}

const toBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** What tells one state of a draft that is to be stored from another. */
const versionOf = ({ key, state }: Pick<VoiceDraft, "key" | "state">) => `${key} ${state}`;

async function store(viewer: string, partner: string, draft: VoiceDraft): Promise<void> {
  const { file, key, state, seconds, waveform } = draft;
  const sound = await toText(file);
  // it was sent or discarded meanwhile, or another one was recorded
  if (kept.get(partner)?.saved !== versionOf(draft)) return;
  deleteStored(viewer, partner);
  const entry: Kept = { type: file.type, seconds, waveform, key, state, sound };
  localStore.setItem(`${startOf(viewer, partner)}${file.lastModified}`, JSON.stringify(entry));
}

function follow(): void {
  for (const [partner, entry] of kept) {
    const voice = getVoice(partner);
    if (voice?.step === "draft") {
      const version = versionOf(voice.draft);
      if (entry.saved === version) continue;
      entry.saved = version;
      void store(entry.viewer, partner, voice.draft);
    } else if (entry.saved !== null) {
      entry.saved = null;
      deleteStored(entry.viewer, partner);
    }
  }
}
listenToVoice(follow);

function read(key: string | undefined): Kept | null {
  try {
    return key === undefined ? null : JSON.parse(localStore.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps the recording of `viewer` for `partner` on this device, as a draft is kept: it survives a reload and a visit to
 * the payment provider, until it is sent or discarded, the member logs out, or a day has passed.
 */
export function keepRecording(viewer: string, partner: string): void {
  deleteOld();
  const isFollowed = kept.has(partner);
  if (!isFollowed) kept.set(partner, { viewer, saved: null });
  if (isFollowed || getVoice(partner) !== null) {
    follow();
    return;
  }
  const [storageKey] = keysOf(viewer, partner);
  const recording = read(storageKey);
  if (recording === null) return;
  const { type, sound, seconds, waveform, key, state } = recording;
  const file = toSoundFile([toBytes(sound)], type, timeOf(storageKey ?? ""));
  // it was being sent when the page was left: it may have arrived
  setDraft(partner, { file, seconds, waveform, key, state: state === "ready" ? "ready" : "unknown" });
}
