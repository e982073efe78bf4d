import { createListeners } from "#web/lib/listeners.ts";
import { localStore } from "#web/lib/storage.ts";
import { tracePrefix } from "#web/lib/traces.ts";

let playing: HTMLAudioElement | null = null;

/** One voice message plays at a time: the others pause. */
export function playOnly(audio: HTMLAudioElement): void {
  if (playing !== audio) playing?.pause();
  playing = audio;
}

export function pausePlaying(): void {
  playing?.pause();
  playing = null;
}

export const rates = [1, 1.5] as const;
export type Rate = (typeof rates)[number];

const rateKey = `${tracePrefix}voice-rate`;
const { listen, emit } = createListeners();
export const listenToRate = listen;

/** How fast this member last listened; it counts for all voice messages of this browser. */
export const readRate = (): Rate => (localStore.getItem(rateKey) === "1.5" ? 1.5 : 1);

export function saveRate(rate: Rate): void {
  localStore.setItem(rateKey, String(rate));
  emit();
}
