import { createContext, use } from "react";

type Ends = {
  /** The two have a chat. */
  chat: boolean;
  /** The viewer's first message still waits for an answer, so that its credits could come back. */
  waits: boolean;
};

const EndsContext = createContext<Ends>({ chat: true, waits: true });

/** A page that knows what a block of its member would end says so; elsewhere the dialogs name all of it. */
export const BlockEnds = EndsContext.Provider;

export const useBlockEnds = (): Ends => use(EndsContext);
