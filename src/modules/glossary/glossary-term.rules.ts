import { failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { lineProblem } from '#kernel/text.ts';
import type { UpdateGlossaryTermInput } from './glossary-term.inputs.ts';

/** The maximum number of terms, all of which REST returns in one page (docs/contract/specification.md 4.7). */
export const maxTerms = 1000;

// these limits keep the whole glossary within the size limit of a statement's result
const maxNameLength = 200;
const maxAliases = 20;
const maxDescriptionLength = 5_000;

/** The texts of a term, as stored. */
export interface TermTexts {
  readonly name?: string;
  readonly aliases?: readonly string[];
  readonly description?: string;
}

/** Validates the given texts of a term, and trims its name and aliases. The result omits texts that are undefined. Fails INVALID_INPUT. */
export function parseTerm({ name, aliases, description }: Omit<UpdateGlossaryTermInput, 'uid'>): TermTexts {
  const trimmedAliases = aliases?.map((alias) => alias.trim()) ?? [];
  const errors: FieldErrors = {
    ...(name !== undefined && fieldError('name', problemOfName(name?.trim() ?? ''))),
    ...fieldError('aliases', problemOfAliases(trimmedAliases)),
    ...fieldError('description', problemOfDescription(description ?? '')),
  };
  failOnFields(errors);
  return {
    ...(name != null && { name: name.trim() }),
    ...(aliases !== undefined && { aliases: trimmedAliases }),
    ...(description !== undefined && { description: description ?? '' }),
  };
}

const fieldError = (field: string, message: string | undefined): FieldErrors =>
  message === undefined ? {} : { [field]: [message] };

function problemOfName(name: string): string | undefined {
  return name === '' ? 'Give the term a name.' : lineProblem(name, maxNameLength);
}

function problemOfAliases(aliases: readonly string[]): string | undefined {
  if (aliases.length > maxAliases) return `Give ${maxAliases} aliases at most.`;
  if (new Set(aliases).size < aliases.length) return 'Give each alias once.';
  return aliases.map(problemOfName).find((found) => found !== undefined);
}

function problemOfDescription(description: string): string | undefined {
  if (/[^\P{Cc}\t\n\r]/u.test(description))
    return 'Control characters other than tabs and line breaks are not allowed.';
  return description.length > maxDescriptionLength ? `Use ${maxDescriptionLength} characters at most.` : undefined;
}

/**
 * Normalizes text for searching: no case, no accents, single spaces. The result is in upper case, because that makes `ß` equal to `SS`, and
 * `ς` equal to `σ`. The text is first converted to lower case, because the capital `ẞ` would stay as it is in upper case.
 */
export const normalizeSearchText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase().replace(/\s+/g, ' ').trim();
