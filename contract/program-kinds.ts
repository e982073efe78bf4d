/** What a program decides by itself, without a person; each applies what was decided or happened before. */
export const programKinds = ["photo_refused", "chat_photo_refused", "direct_debit_refused"] as const;
export type ProgramKind = (typeof programKinds)[number];

export const isByProgram = (kind: string): kind is ProgramKind => (programKinds as readonly string[]).includes(kind);
