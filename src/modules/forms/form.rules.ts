import { checkSections, sectionsWithDefaults } from '#engine/blocks/check-sections.ts';
import { parseText } from '#engine/blocks/block-type.ts';
import { isHttpUrl } from '#engine/blocks/text-types.ts';
import { failFields, failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { isLanguage } from '#kernel/language.ts';
import type { FormContent, FormEndingContent } from './form.entity.ts';
import type { UpdateFormInput } from './form.inputs.ts';

const maxLengths = { title: 1000, description: 10_000, message: 10_000 } as const;
const maxQuota = 2_147_483_647;
const slugPattern = /^(?=.{1,150}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** The content of a form before any input is applied. */
export const defaultContent: FormContent = Object.freeze({
  title: '',
  description: '',
  defaultLanguage: 'en',
  otherLanguages: [],
  sections: [],
  isRecaptchaEnabled: false,
  ending: { message: '', page: null, url: null },
});

/** Fails INVALID_INPUT when the text cannot name a form. */
export function checkFormSlug(slug: string): void {
  if (!slugPattern.test(slug))
    failFields({ slug: ['Use 1 to 150 lower-case letters, digits, and single hyphens between them.'] });
}

/** The quota of an input; null for no limit. Fails INVALID_INPUT. */
export const parseQuota = (quota: number | null | undefined): number | null =>
  quota != null && (quota < 0 || quota > maxQuota)
    ? failFields({ submissionsQuota: ['Give a whole number, at least 0.'] })
    : (quota ?? null);

/**
 * Applies a change to the content: an omitted field keeps its value, null restores the default. Fails INVALID_INPUT with all errors by
 * path.
 */
export function parseFormContent(change: Omit<UpdateFormInput, 'slug'>, before: FormContent): FormContent {
  const changedValue = <Name extends keyof FormContent>(
    name: Name,
    given: FormContent[Name] | null | undefined,
  ): FormContent[Name] => (given === undefined ? before[name] : (given ?? defaultContent[name]));
  const content: FormContent = {
    title: changedValue('title', change.title),
    description: changedValue('description', change.description),
    defaultLanguage: changedValue('defaultLanguage', change.defaultLanguage),
    otherLanguages: changedValue('otherLanguages', change.otherLanguages),
    sections: change.sections === undefined ? before.sections : sectionsWithDefaults(change.sections ?? []),
    isRecaptchaEnabled: changedValue('isRecaptchaEnabled', change.isRecaptchaEnabled),
    ending: changedValue('ending', change.ending),
  };
  const errors: FieldErrors = {
    ...textProblem('title', content.title),
    ...textProblem('description', content.description),
    ...(content.title.trim() === '' && { title: ['Give the form a title.'] }),
    ...languageProblems(content),
    ...(change.sections != null && checkSections(content.sections)),
    ...endingProblems(content.ending),
  };
  failOnFields(errors);
  return content;
}

function textProblem(name: keyof typeof maxLengths, text: string): FieldErrors {
  const parsed = parseText(text, maxLengths[name]);
  return 'problem' in parsed ? { [name]: [parsed.problem] } : {};
}

function languageProblems({ defaultLanguage, otherLanguages }: FormContent): FieldErrors {
  const areOthersValid =
    otherLanguages.every(isLanguage) &&
    new Set([defaultLanguage, ...otherLanguages]).size === otherLanguages.length + 1;
  return {
    ...(!isLanguage(defaultLanguage) && { defaultLanguage: ['Use an ISO 639-1 language code, such as en.'] }),
    ...(!areOthersValid && {
      otherLanguages: ['Use ISO 639-1 language codes, such as fr, each once and without the default language.'],
    }),
  };
}

function endingProblems({ message, page, url }: FormEndingContent): FieldErrors {
  if ([message, page, url].filter((value) => value !== null).length !== 1)
    return { ending: ['Choose one of: message, page, url.'] };
  const parsedMessage = parseText(message ?? '', maxLengths.message);
  return {
    ...('problem' in parsedMessage && { 'ending.message': [parsedMessage.problem] }),
    ...(page !== null && !slugPattern.test(page) && { 'ending.page': ['Give the slug of a page.'] }),
    ...(url !== null && !isHttpUrl(url) && { 'ending.url': ['Give an address that begins with http:// or https://.'] }),
  };
}
