import { failFields, failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { slugify } from '#kernel/text.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import type { TextByLanguage } from '#api/types/typed-value.type.ts';
import type { CodeEditorPageContentInput, CodeEditorPageTranslationInput } from './page.inputs.ts';
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

const descriptionErrors = (description: string): FieldErrors =>
  description.length > maxDescriptionLength
    ? { description: [`Give at most ${String(maxDescriptionLength)} characters.`] }
    : {};

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
    ...descriptionErrors(description),
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

const noTitle = 'Give the page a title in at least one language.';

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
    ...(languages.size === 0 && { translations: [noTitle] }),
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

/** The texts of a code editor page as REST has them: a map by language for each part. */
interface TextsByLanguage {
  readonly titles?: JsonObject | null | undefined;
  readonly content?: CodeEditorPageContentInput | null | undefined;
}

/**
 * The texts of a code editor page from maps by language, kept as they are; fails INVALID_INPUT. Omitted maps stay as they were. A page without
 * a title has its slug as the title in each language of its HTML.
 */
export function parseTextsByLanguage(
  { titles, content }: TextsByLanguage,
  stored: TextsByLanguage,
  slug: string | null | undefined,
): CodeEditorPageTexts {
  const html = content?.html === undefined ? (stored.content?.html ?? {}) : (content.html ?? {});
  const css = content?.css === undefined ? (stored.content?.css ?? {}) : (content.css ?? {});
  const given = titles ?? stored.titles ?? undefined;
  const named = given ?? Object.fromEntries(Object.keys(html).map((language) => [language, slug ?? '']));
  const isUnnamed = given === undefined && slug == null;
  failOnFields({
    ...(isUnnamed ? { titles: ['Give the page a title or a slug.'] } : mapErrors('titles', named, titleProblem)),
    ...(!isUnnamed && Object.keys(named).length === 0 && { titles: [noTitle] }),
    ...mapErrors('content.html', html),
    ...mapErrors('content.css', css),
    ...sizeErrors({ html, css }),
  });
  return { titles: textsOf(named), content: { html: textsOf(html), css: textsOf(css) } };
}

const textsOf = (map: JsonObject): TextByLanguage =>
  Object.fromEntries(Object.entries(map).flatMap(([language, text]) => (isText(text) ? [[language, text]] : [])));

const isText = (value: unknown): value is string => typeof value === 'string';

/** The errors of a map by language, at its field. */
function mapErrors(field: string, map: JsonObject, problemOf?: (text: string) => string | undefined): FieldErrors {
  const texts = Object.values(map);
  const problem = problemOf && texts.filter(isText).map(problemOf).find(isText);
  const problems = [
    ...(Object.keys(map).every(isLanguage) ? [] : ['Use ISO 639-1 language codes, such as en.']),
    ...(texts.every(isText) ? [] : ['Give a text for each language.']),
    ...(problem === undefined ? [] : [problem]),
  ];
  return problems.length === 0 ? {} : { [field]: problems };
}

/** What editors note about a code editor page besides its texts. */
export interface PageNotes {
  readonly description: string;
  readonly template: string | null;
  readonly tags: string[];
}

/** The template of a page that names none. */
export const defaultTemplate = 'custom.html';

const maxNoteLength = 200;
const maxTags = 100;

/** The notes with what an input changes; fails INVALID_INPUT. An omitted field stays, null is the default. */
export function parsePageNotes(
  { description, template, tags }: { [Note in keyof PageNotes]?: PageNotes[Note] | null | undefined },
  stored: PageNotes = { description: '', template: null, tags: [] },
): PageNotes {
  const parsed = {
    description: description === undefined ? stored.description : (description ?? ''),
    template: template === undefined ? stored.template : template,
    tags: tags === undefined ? stored.tags : [...new Set(tags)],
  };
  const isNote = (text: string): boolean => text.trim() !== '' && text.length <= maxNoteLength;
  const message = `Give 1 to ${String(maxNoteLength)} characters.`;
  failOnFields({
    ...descriptionErrors(parsed.description),
    ...(parsed.template !== null && !isNote(parsed.template) && { template: [message] }),
    ...(parsed.tags.length > maxTags && { tags: [`Give at most ${String(maxTags)} tags.`] }),
    ...(!parsed.tags.every(isNote) && { tags: [message] }),
  });
  return parsed;
}

/** Fails INVALID_INPUT for a slug that is not that of the page: the slug of a page never changes. */
export function checkUnchangedSlug(given: string | null | undefined, slug: string): void {
  if (given != null && given !== slug) failFields({ slug: ['The slug of a page cannot change.'] });
}
