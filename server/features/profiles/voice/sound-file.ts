import { memberFolder, type PhotoOf } from "../photos/rules.ts";
import type { Recording } from "./clean-recording.ts";

type MediaType = Recording["mediaType"];
const endings = { "audio/webm": "webm", "audio/mp4": "m4a" } as const satisfies Record<MediaType, string>;

/** The folder of a recording's file, among those of its author; its id is unique among their photos, too. */
export function voiceFolder(sound: PhotoOf): string {
  return `${memberFolder(sound)}voice/${sound.id}/`;
}

/** A constraint limits the column to these types. */
const endingOf = (type: string) => endings[type as MediaType];

export const soundName = (type: string) => `sound.${endingOf(type)}`;

export const voiceKey = (sound: PhotoOf, type: string) => `${voiceFolder(sound)}${soundName(type)}`;

/** The name of the file in its address. */
export const voiceFile = (id: string, type: string) => `${id}.${endingOf(type)}`;

/** The media type of a recording's file, by its key. */
export const soundTypeOf = (key: string): MediaType => (key.endsWith(".webm") ? "audio/webm" : "audio/mp4");
