export { percentageColumns, selectPercentages, wantsViewer } from "./percentage-in-sql.ts";
export {
  isBeyond,
  lookForEachOther,
  type MatchSide,
  matchColumns,
  matchPercentage,
  matchReasons,
  matchSearches,
  questionsLeft,
  shownPercentage,
  wantedAges,
} from "./rules.ts";
