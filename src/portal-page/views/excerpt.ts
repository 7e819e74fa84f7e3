import { plainText } from '../dom/rich-text.ts';

const maxLength = 220;

/** The beginning of a description in HTML, as text. */
export function excerptOf(description: string): string {
  const text = plainText(description);
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/\s+\S*$/, '')}…`;
}
