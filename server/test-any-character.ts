import fc from "fast-check";

/** Any character but lone surrogates, as fast-check's unit `binary`, which first makes a table of all: two seconds. */
export const anyCharacter = fc
  .nat(0x10_ffff - 0x800)
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
