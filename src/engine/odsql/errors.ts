import { fail } from '../../kernel/fail.ts';
import { truncate } from '../../kernel/text.ts';
import type { Clause } from './tree.ts';

/** The longest parts of a query that an error quotes, in characters. */
const maxQuoted = { token: 100, text: 400, reason: 400 };

/** Fails ODSQL_SYNTAX_ERROR at a position of a clause, in UTF-16 code units; the error counts characters. */
export function failSyntax(clause: Clause, text: string, at: number, token: string): never {
  fail('ODSQL_SYNTAX_ERROR', {
    token: truncate(token, maxQuoted.token),
    position: Array.from(text.slice(0, at)).length,
    text: truncate(text, maxQuoted.text),
    clause,
  });
}

/** Fails ODSQL_ERROR: the clause parses, but has no meaning. */
export function failMeaning(clause: Clause, reason: string): never {
  fail('ODSQL_ERROR', { problem: truncate(reason, maxQuoted.reason), clause });
}

/** Fails INCOMPATIBLE_TYPES: a comparison of values of different types. */
export function failTypes(clause: Clause, reason: string): never {
  fail('INCOMPATIBLE_TYPES', { problem: truncate(reason, maxQuoted.reason), clause });
}
