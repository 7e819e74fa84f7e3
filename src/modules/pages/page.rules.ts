import { failFields, failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { slugify } from '#kernel/text.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import type { TextByLanguage } from '#api/types/typed-value.type.ts';
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

/** The error of content that is too long; empty for content of a valid length. */
const sizeErrors = (content: object): FieldErrors =>
  JSON.stringify(content).length > maxContentLength
    ? { content: [`Give at most ${String(maxContentLength)} characters of JSON.`] }
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

/** The maximum number of errors that are reported for one part: the titles, the HTML or the CSS. */
const maxProblems = 100;

/** The input of a code editor page. */
interface CodeEditorPageDraftInput {
  readonly titles: JsonObject;
  /** An omitted part is empty. */
  readonly content: { readonly [Part in keyof CodeEditorPageContent]?: JsonObject | null };
}

/** The texts of a code editor page. */
interface CodeEditorPageTexts {
  readonly titles: TextByLanguage;
  readonly content: CodeEditorPageContent;
}

/** The texts of a code editor page; fails INVALID_INPUT. The titles determine the languages of the page. */
export function parseCodeEditorPage({ titles, content }: CodeEditorPageDraftInput): CodeEditorPageTexts {
  const [html, css] = [content.html ?? {}, content.css ?? {}];
  const findMissingTitle = (language: string) =>
    Object.hasOwn(titles, language) ? undefined : 'The page has no title in this language.';
  failOnFields({
    ...(Object.keys(titles).length === 0 && {
      titles: ['Give the page a title in at least one language: {"en": "…"}.'],
    }),
    ...problemsOf('titles', titles, (language, text) =>
      isLanguage(language) ? titleProblem(text) : 'Use an ISO 639-1 language code, such as en.',
    ),
    ...problemsOf('content.html', html, findMissingTitle),
    ...problemsOf('content.css', css, findMissingTitle),
    ...sizeErrors({ html, css }),
  });
  return { titles: toTexts(titles), content: { html: toTexts(html), css: toTexts(css) } };
}

/** The errors of the texts of one part, each at `<field>.<language>`. */
const problemsOf = (
  field: string,
  given: JsonObject,
  problemOf: (language: string, text: string) => string | undefined,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(given)
      .flatMap(([language, text]): (readonly [string, readonly string[]])[] => {
        const problem = typeof text === 'string' ? problemOf(language, text) : 'Give a text.';
        return problem === undefined ? [] : [[`${field}.${language}`, [problem]]];
      })
      .slice(0, maxProblems),
  );

/** Narrows the type of the texts. The caller has checked that all values are texts. */
const toTexts = (given: JsonObject): TextByLanguage =>
  Object.fromEntries(
    Object.entries(given).flatMap(([language, text]) => (typeof text === 'string' ? [[language, text]] : [])),
  );

/** The title by which lists sort a code editor page: its title in the alphabetically first language code. */
export const sortTitleOf = (titles: TextByLanguage): string => titles[Object.keys(titles).sort()[0] ?? ''] ?? '';
