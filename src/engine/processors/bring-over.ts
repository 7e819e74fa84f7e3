import { technicalName } from '../columns.ts';
import type { Row } from '../row.ts';
import { maxRowsOfOne } from './processor.ts';

/**
 * Adds fields of matching records of another dataset to a row, null where there is none. A field that the row has already
 * stays; the one that comes over then has the dataset's name before its own. With one line the first match counts; else
 * each match makes a row.
 */
export function bringOver(dataset: string, fields: readonly string[], oneLine: boolean): (row: Row, matches: readonly Row[]) => Row | Row[] {
  const prefix = technicalName(dataset);
  return (row, matches) => {
    const names = fields.map((field) => [field, Object.hasOwn(row, field) ? `${prefix}_${field}` : field] as const);
    const withMatch = (target: Row, match: Row | undefined): Row => {
      for (const [field, name] of names) target[name] = match?.[field] ?? null;
      return target;
    };
    if (oneLine || matches.length < 2) return withMatch(row, matches[0]);
    // one more than may be is enough to be refused
    return matches.slice(0, maxRowsOfOne + 1).map((match) => withMatch({ ...row }, match));
  };
}
