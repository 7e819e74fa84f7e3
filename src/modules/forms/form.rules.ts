import { checkSections, sectionsWithDefaults } from '#engine/blocks/check-sections.ts';
import { parseText } from '#engine/blocks/block-type.ts';
import { isHttpUrl } from '#engine/blocks/text-types.ts';
import { failFields, failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { isLanguage } from '#kernel/language.ts';
import { defaultSettings, type FormContent, type FormEndingContent, type FormSettings } from './form.entity.ts';
import { storedSections } from './form-block.type.ts';
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

/** A change of some fields: an omitted one keeps its value, null restores the default. */
type Change<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined };

function changed<T extends object>(change: Change<T>, before: T, defaults: T): T {
  const after = { ...defaults };
  for (const name in defaults) {
    const given = change[name];
    after[name] = given === undefined ? before[name] : (given ?? defaults[name]);
  }
  return after;
}

/** Applies a change to the settings. Fails INVALID_INPUT. */
export function parseFormSettings(change: Change<FormSettings>, before: FormSettings): FormSettings {
  const { submissionsQuota: quota } = change;
  if (quota != null && (quota < 0 || quota > maxQuota))
    failFields({ submissionsQuota: ['Give a whole number, at least 0.'] });
  return changed(change, before, defaultSettings);
}

/** Applies a change to the content. Fails INVALID_INPUT with all errors by path. */
export function parseFormContent(change: Omit<UpdateFormInput, 'slug'>, before: FormContent): FormContent {
  const sections = change.sections && sectionsWithDefaults(storedSections(change.sections));
  const content = changed<FormContent>({ ...change, sections }, before, defaultContent);
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
  return 'problem' in parsed ? { [name]: [parsed.problem.message] } : {};
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
    ...('problem' in parsedMessage && { 'ending.message': [parsedMessage.problem.message] }),
    ...(page !== null && !slugPattern.test(page) && { 'ending.page': ['Give the slug of a page.'] }),
    ...(url !== null && !isHttpUrl(url) && { 'ending.url': ['Give an address that begins with http:// or https://.'] }),
  };
}
