import type { Literal } from '@rdfjs/types';
import { timeLiteral } from '#engine/exports/rdf/record-terms.ts';
import { toTimestamp } from '#kernel/clock.ts';

/** A date of the metadata (a year, a month, a day or an instant) with its XSD datatype. An instant without a zone is in UTC. */
export function dateLiteral(text: string): Literal {
  if (!/^\d{4}-\d\d-\d\d[Tt ]/.test(text)) return timeLiteral(text);
  const instant = new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return timeLiteral(Number.isNaN(instant.getTime()) ? text.slice(0, 10) : toTimestamp(instant));
}
