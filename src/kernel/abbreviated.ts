/** A text of at most so many characters, an ellipsis included where it was longer; no surrogate pair is cut in two. */
export const abbreviated = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
