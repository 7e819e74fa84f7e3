import { failSemantics, failSyntax } from '../errors.ts';
import { unescapeText } from '../tokens.ts';
import type { Clause, Refinement } from '../tree.ts';
import { maxClauseLength } from './token-reader.ts';

const maxRefinements = 100;

const fieldAndColon = /\s*(?:`((?:\\`|[^`])+)`|([^:`]*?))\s*(:)/y;
const quotedValue = /\s*(["'])((?:\\[^\0]|(?!\1)[^\\\0])*)\1\s*(,|$)/y;

/**
 * Parses a parameter `refine` or `exclude`: `field:value`, where the value extends to the end, or several such pairs,
 * separated by commas, with their values in quotes. Fails ODSQL_SYNTAX_ERROR.
 */
export function parseRefinements(text: string, clause: Clause & ('refine' | 'exclude')): readonly Refinement[] {
  if (text.trim() === '') return [];
  if (text.length > maxClauseLength) failSemantics(clause, `The clause is longer than ${maxClauseLength} characters`);
  const nul = text.indexOf('\0');
  if (nul >= 0) failSyntax(clause, text, nul, '\0');
  const found: Refinement[] = [];
  for (let position = 0; ;) {
    const name = nameAt(text, position, clause);
    const value = matchAt(quotedValue, text, position + name.length);
    // A single value without quotes extends to the end, so it may contain commas and quotes.
    if (!value)
      return found.length === 0 ? [unquotedRefinement(text, name)] : failAt(text, position + name.length, clause);
    if (found.push({ field: name.field, value: unescapeText(value[2] ?? '') }) > maxRefinements)
      failSemantics(clause, `A list has more than ${maxRefinements} items`);
    position += name.length + value[0].length;
    if (value[3] !== ',') return found;
  }
}

/** A field and the length of its source text, the colon included. */
interface FieldName {
  readonly field: string;
  readonly length: number;
}

function nameAt(text: string, position: number, clause: Clause): FieldName {
  const [found, inBackquotes, plain = ''] = matchAt(fieldAndColon, text, position) ?? failAt(text, text.length, clause);
  const name = inBackquotes?.replaceAll('\\`', '`') ?? plain;
  return name === '' ? failAt(text, position + found.length - 1, clause) : { field: name, length: found.length };
}

const unquotedRefinement = (text: string, { field: name, length }: FieldName): Refinement => ({
  field: name,
  value: text.slice(length).trim(),
});

const failAt = (text: string, position: number, clause: Clause): never =>
  failSyntax(
    clause,
    text,
    position,
    position >= text.length ? 'end of line' : (Array.from(text.slice(position, position + 2))[0] ?? ''),
  );

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}
