/** What a tool returns, before it is fitted to the size of an answer. */
export interface Answer {
  /** The members that the first answer has besides the list. */
  readonly head: object;
  readonly list?: AnswerList;
}

/** The list of an answer, which may continue in further answers. */
export interface AnswerList {
  /** Its name in the answer. */
  readonly name: string;
  /** Items in a row. */
  readonly items: readonly unknown[];
  /** The position of the first of them in the whole list. */
  readonly start: number;
  /** The number of items of the whole list; undefined where it is not counted. */
  readonly total?: number | undefined;
  /** Whether items follow the last one. Default: whether `total` is larger. */
  readonly hasMore?: boolean;
  /** The position from which on no items can be read, with what to do instead. */
  readonly end?: { readonly position: number; readonly advice: string };
}

/** An answer with a list of which all items are known. */
export const wholeList = (head: object, name: string, items: readonly unknown[]): Answer => ({
  head,
  list: { name, items, start: 0, total: items.length },
});
