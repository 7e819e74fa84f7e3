import { fail } from '#kernel/fail.ts';
import { truncate } from '#kernel/text.ts';
import type { Clause } from './tree.ts';

/** The maximum lengths of the texts in an error, in characters. */
const maxLengths = { token: 100, text: 400, reason: 400 };

/** Fails ODSQL_SYNTAX_ERROR at a position in UTF-16 code units, which it reports in characters; `hint` has the correction. */
export function failSyntax(clause: Clause, text: string, position: number, token: string, hint?: string): never {
  fail('ODSQL_SYNTAX_ERROR', {
    token: truncate(token, maxLengths.token),
    position: Array.from(text.slice(0, position)).length,
    text: truncate(text, maxLengths.text),
    clause,
    reason: hint === undefined ? '' : ` ${hint}`,
  });
}

/** Fails ODSQL_ERROR: the clause parses, but has no meaning. */
export function failSemantics(clause: Clause, reason: string): never {
  fail('ODSQL_ERROR', { problem: truncate(reason, maxLengths.reason), clause });
}

/** Fails INCOMPATIBLE_TYPES: a comparison of values of different types. */
export function failIncompatibleTypes(clause: Clause, reason: string): never {
  fail('INCOMPATIBLE_TYPES', { problem: truncate(reason, maxLengths.reason), clause });
}
