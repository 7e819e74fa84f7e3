import { failFields, failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { slugify } from '#kernel/text.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import type { TextByLanguage } from '#api/types/typed-value.type.ts';
import type { CodeEditorPageTranslationInput } from './page.inputs.ts';
import type { CodeEditorPageContent, StudioPageContent } from './page.type.ts';
import { isLanguage } from '#kernel/language.ts';

const slugPattern = /^(?=.*[a-z0-9])[a-z0-9_-]{1,150}$/;
const maxTitleLength = 250;
/** The maximum length of the content of a page, in characters of JSON. */
const maxContentLength = 1_000_000;

/** Fails INVALID_INPUT when the text is not a valid slug of a page. */
export function checkPageSlug(given: string): void {
  if (!slugPattern.test(given))
    failFields({
      slug: ['Use 1 to 150 lower-case letters, digits, underscores and hyphens; at least one letter or digit.'],
    });
}

/** The slug of a title, short enough for a suffix; fails INVALID_INPUT when no slug can be made from the title. */
export function slugFromTitle(title: string): string {
  const slug = slugify(title).slice(0, 140).replace(/-$/, '');
  return slug === '' ? failFields({ slug: ['No slug can be made from this title; choose one.'] }) : slug;
}

/** What is wrong with a title; undefined for a valid title. */
function titleProblem(title: string): string | undefined {
  if (title.trim() === '') return 'Give the page a title.';
  return title.length > maxTitleLength ? `Give at most ${String(maxTitleLength)} characters.` : undefined;
}

/** The error of content that is too long, at a field; empty for content of a valid length. */
const sizeErrors = (content: object, field = 'content'): FieldErrors =>
  JSON.stringify(content).length > maxContentLength
    ? { [field]: [`Give at most ${String(maxContentLength)} characters of JSON.`] }
    : {};

const maxDescriptionLength = 10_000;
const maxProviders = 1_000;
const maxProviderNameLength = 200;
/** The maximum length of a dataset's identifier. */
const maxDatasetIdLength = 200;

/** The input of a studio page's content. */
type StudioPageContentDraft = { readonly [Part in keyof StudioPageContent]?: JsonObject | null };

/** The content with all its parts; an omitted part is empty. */
export const completeContent = ({
  dataProviders,
  blocks,
  layouts,
  filters,
}: StudioPageContentDraft): StudioPageContent => ({
  dataProviders: dataProviders ?? {},
  blocks: blocks ?? {},
  layouts: layouts ?? {},
  filters: filters ?? {},
});

/** Fails INVALID_INPUT when the draft of a studio page is invalid. */
export function checkStudioPage({
  title,
  description,
  content,
}: {
  title: string;
  description: string;
  content: StudioPageContent;
}): void {
  const problem = titleProblem(title);
  const providers = Object.keys(content.dataProviders);
  failOnFields({
    ...(problem && { title: [problem] }),
    ...(description.length > maxDescriptionLength && {
      description: [`Give at most ${String(maxDescriptionLength)} characters.`],
    }),
    ...sizeErrors(content),
    ...(providers.length > maxProviders && {
      'content.dataProviders': [`Give at most ${String(maxProviders)} data providers.`],
    }),
    ...(providers.some((name) => name.length > maxProviderNameLength) && {
      'content.dataProviders': [`Give names of at most ${String(maxProviderNameLength)} characters.`],
    }),
  });
}

/** The data providers that name a dataset, by identifier or uid. The content stores a provider as `{name: {dataset_id}}`. */
export const findNamedDatasets = ({
  dataProviders,
}: StudioPageContent): { readonly name: string; readonly dataset: string }[] =>
  Object.entries(dataProviders).flatMap(([name, provider]) => {
    const dataset = isJsonObject(provider) ? provider['dataset_id'] : undefined;
    return typeof dataset === 'string' && dataset.length <= maxDatasetIdLength ? [{ name, dataset }] : [];
  });

/** The maximum number of translations whose errors are reported. */
const maxProblems = 100;

/** The texts of a code editor page, by language. */
interface CodeEditorPageTexts {
  readonly titles: TextByLanguage;
  readonly content: CodeEditorPageContent;
}

/** The texts of a code editor page; fails INVALID_INPUT. An empty HTML or CSS is none. */
export function parseCodeEditorPage(translations: readonly CodeEditorPageTranslationInput[]): CodeEditorPageTexts {
  const languages = new Set(translations.map(({ language }) => language));
  const textsOf = (part: 'html' | 'css'): TextByLanguage =>
    Object.fromEntries(translations.flatMap(({ language, [part]: text }) => (text ? [[language, text]] : [])));
  const content = { html: textsOf('html'), css: textsOf('css') };
  failOnFields({
    ...(languages.size === 0 && { translations: ['Give the page a title in at least one language.'] }),
    ...(languages.size < translations.length && { translations: ['Give each language once.'] }),
    ...sizeErrors(content, 'translations'),
    ...Object.fromEntries(translations.slice(0, maxProblems).flatMap(translationErrors)),
  });
  return { titles: Object.fromEntries(translations.map(({ language, title }) => [language, title])), content };
}

/** The errors of one translation, by their paths. */
function translationErrors(
  { language, title }: CodeEditorPageTranslationInput,
  index: number,
): (readonly [path: string, problems: readonly string[]])[] {
  const path = `translations.${String(index)}`;
  const problem = titleProblem(title);
  return [
    ...(isLanguage(language) ? [] : [[`${path}.language`, ['Use an ISO 639-1 language code, such as en.']] as const]),
    ...(problem === undefined ? [] : [[`${path}.title`, [problem]] as const]),
  ];
}

/** The title by which lists sort a code editor page: its title in the alphabetically first language code. */
export const sortTitleOf = (titles: TextByLanguage): string => titles[Object.keys(titles).sort()[0] ?? ''] ?? '';
