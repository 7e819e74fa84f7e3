/** The nodes of a page in the JSON text that a plan answered, which need not be read to be sent on. */
export interface PageText {
  /** The revision of the dataset whose list this is; undefined for other lists. */
  readonly revision: number | undefined;
  readonly total: number;
  /** The text of the array of nodes. */
  readonly nodes: string;
}

/** What the lists in schema/operations answer: `{field: {totalCount, nodes}}`, or the same below `{dataset: {revision, field: …}}`. */
const listText = /^\{"\w+":\{(?:"revision":(\d+),"\w+":\{)?"totalCount":(\d+),"nodes":(\[.*\])\}\}\}?$/s;

/** The page in an operation's answer; undefined where there is none, because the dataset is not. */
export function pageTextOf(answer: string): PageText | undefined {
  const [, revision, total, nodes] = listText.exec(answer) ?? [];
  return nodes === undefined
    ? undefined
    : { revision: revision === undefined ? undefined : Number(revision), total: Number(total), nodes };
}
