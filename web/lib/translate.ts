import type { TextValues } from "#contract/translate.ts";
import type { Catalogs } from "./catalogs.ts";

type Plural<K extends string> = K extends `${infer Base}_${"one" | "few" | "many" | "other"}` ? Base | K : K;
export type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Plural<K> : `${K}.${Plural<keyof T[K] & string>}`;
}[keyof T & string];

/** A text's key within its catalog, one level deep; a plural is named without its suffix. */
export type TextKey<F extends keyof Catalogs> = KeysOf<Catalogs[F]>;
export type Translate<F extends keyof Catalogs> = (key: TextKey<F>, values?: TextValues) => string;
