import { isHttpUrl } from '#engine/blocks/types/url.ts';
import { failOnFields, type FieldErrors } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { isLanguage } from '#kernel/language.ts';
import { lineProblem } from '#kernel/text.ts';
import type { UpdateIdentityProviderInput } from './identity-provider.inputs.ts';

const maxTextLength = 200;
const maxLinkLength = 2_000;

type ProviderChange = Pick<UpdateIdentityProviderInput, 'type' | 'name' | 'loginLink' | 'labels'>;

/** Fails INVALID_INPUT when a given value is invalid or null. */
export function checkProvider({ type, name, loginLink, labels }: ProviderChange): void {
  const errors: FieldErrors = {
    ...(type === null && { type: ['A type is required.'] }),
    ...(name !== undefined && textErrors('name', name)),
    ...(loginLink !== undefined && linkErrors(loginLink ?? '')),
    ...(labels !== undefined && labelErrors(labels ?? {})),
  };
  failOnFields(errors);
}

/** Narrows the type of the labels. `checkProvider` has checked that every value is a text. */
export const textLabels = (labels: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

function textErrors(field: string, text: unknown): FieldErrors {
  if (typeof text !== 'string' || text.trim() === '') return { [field]: ['Give a text.'] };
  const problem = lineProblem(text, maxTextLength);
  return problem === undefined ? {} : { [field]: [problem] };
}

function linkErrors(link: string): FieldErrors {
  if (link.length > maxLinkLength) return { loginLink: [`Use ${maxLinkLength} characters at most.`] };
  return isPath(link) || isHttpUrl(link)
    ? {}
    : {
        loginLink: ['Give an http or https URL without a name or password in it, or a path that begins with one "/".'],
      };
}

/**
 * Whether the link is a path on the portal. A path must not contain white space or `\`: browsers remove tabs and line breaks from URLs and
 * read `\` as `/`, so the path could lead to another host.
 */
const isPath = (link: string): boolean => /^\/(?!\/)[^\s\p{Cc}\\]*$/u.test(link);

function labelErrors(labels: JsonObject): FieldErrors {
  const languages = Object.keys(labels);
  if (languages.length === 0) return { labels: ['Give a label in at least one language.'] };
  if (!languages.every(isLanguage)) return { labels: ['Use ISO 639-1 language codes, such as en.'] };
  return Object.fromEntries(
    languages.flatMap((language) => Object.entries(textErrors(`labels.${language}`, labels[language]))),
  );
}
