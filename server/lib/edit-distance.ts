/** The optimal string alignment distance: insertions, deletions, substitutions, swaps of adjacent letters. */
export function editDistance(a: string, b: string): number {
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const currentRow = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const afterDeletion = (lastRow[column] ?? 0) + 1;
      const afterInsertion = (currentRow[column - 1] ?? 0) + 1;
      const afterSubstitution = (lastRow[column - 1] ?? 0) + (isSame ? 0 : 1);
      const afterSwap = isSwapped ? (rowBeforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      currentRow.push(Math.min(afterDeletion, afterInsertion, afterSubstitution, afterSwap));
    }
    rowBeforeLast = lastRow;
    lastRow = currentRow;
  }
  return lastRow[b.length] ?? 0;
}
