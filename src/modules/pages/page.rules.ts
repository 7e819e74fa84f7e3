import { failFields, type FieldErrors } from '../../kernel/fail.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { isLanguage } from '../../kernel/language.ts';
import { slug } from '../../kernel/slug.ts';
import type { CodeEditorPageContent } from './code-editor-page.type.ts';
import type { StudioPageContent } from './studio-page.type.ts';

/** Texts by the language that they are in, ISO 639-1. */
export type TextByLanguage = { readonly [language: string]: string };

const slugPattern = /^(?=.*[a-z0-9])[a-z0-9_-]{1,150}$/;
const longestTitle = 250;
const longestDescription = 10_000;
/** In characters of JSON. */
const longestContent = 1_000_000;
const mostProviders = 1_000;
const longestProviderName = 200;

/** Fails INVALID_INPUT when the text cannot be a page's place in addresses. */
export function checkSlug(given: string): void {
  if (!slugPattern.test(given)) failFields({ slug: ['Use 1 to 150 lower-case letters, digits, underscores and hyphens; at least one letter or digit.'] });
}

/** What a title makes of a slug; fails INVALID_INPUT where nothing is left of it. */
export function slugOf(title: string): string {
  const made = slug(title).slice(0, 140).replace(/-$/, '');
  return made === '' ? failFields({ slug: ['No slug can be made from this title; choose one.'] }) : made;
}

/** What is wrong with a title, where something is. */
const problemOfTitle = (title: string): string | undefined => (
  title.trim() === '' ? 'Give the page a title.' : title.length > longestTitle ? `Give at most ${String(longestTitle)} characters.` : undefined);

const asked = (errors: FieldErrors): void => { if (Object.keys(errors).length > 0) failFields(errors); };

/** What an input says of a studio page's content: a part left out is empty. */
export type StudioPageContentGiven = { readonly [Part in keyof StudioPageContent]?: JsonObject | null };

/** A content with all its parts. */
export const studioPageContent = ({ dataProviders, blocks, layouts, filters }: StudioPageContentGiven): StudioPageContent =>
  ({ dataProviders: dataProviders ?? {}, blocks: blocks ?? {}, layouts: layouts ?? {}, filters: filters ?? {} });

/** Fails INVALID_INPUT where a studio page cannot be like this. */
export function checkStudioPage({ title, description, content }: { title: string; description: string; content: StudioPageContent }): void {
  const problem = problemOfTitle(title);
  const providers = Object.keys(content.dataProviders);
  asked({
    ...problem && { title: [problem] },
    ...description.length > longestDescription && { description: [`Give at most ${String(longestDescription)} characters.`] },
    ...problemsOfSize(content),
    ...providers.length > mostProviders && { 'content.dataProviders': [`Name at most ${String(mostProviders)}.`] },
    ...providers.some((name) => name.length > longestProviderName) && { 'content.dataProviders': [`Give names of at most ${String(longestProviderName)} characters.`] },
  });
}

const problemsOfSize = (content: object): FieldErrors =>
  (JSON.stringify(content).length > longestContent ? { content: [`Give at most ${String(longestContent)} characters of JSON.`] } : {});

/** The data providers of a content that name a dataset, by identifier or uid. */
export const namedDatasets = ({ dataProviders }: StudioPageContent): { readonly name: string; readonly dataset: string }[] =>
  Object.entries(dataProviders).flatMap(([name, provider]) => {
    const dataset = isJsonObject(provider) ? provider['dataset_id'] : undefined;
    // no identifier is longer
    return typeof dataset === 'string' && dataset.length <= 200 ? [{ name, dataset }] : [];
  });

/** What an input says of a code editor page's content: a part left out is empty. */
export type CodeEditorPageContentGiven = { readonly [Part in keyof CodeEditorPageContent]?: JsonObject | null };

/** What a code editor page says, once it has been checked. */
export interface CodeEditorPageTexts {
  readonly titles: TextByLanguage;
  readonly content: CodeEditorPageContent;
}

/** The texts of a code editor page; fails INVALID_INPUT where it cannot have these. The languages of its titles are those that it has. */
export function readCodeEditorPage({ titles, content }: { titles: JsonObject; content: CodeEditorPageContentGiven }): CodeEditorPageTexts {
  const [html, css] = [content.html ?? {}, content.css ?? {}];
  if (Object.keys(titles).length === 0) failFields({ titles: ['Give the page a title in one language at least: {"en": "…"}.'] });
  asked({
    ...problemsOf('titles', titles, (language, text) => (isLanguage(language) ? problemOfTitle(text) : 'Name the language in ISO 639-1, such as en.')),
    ...problemsOf('content.html', html, (language) => (Object.hasOwn(titles, language) ? undefined : 'The page has no title in this language.')),
    ...problemsOf('content.css', css, (language) => (Object.hasOwn(titles, language) ? undefined : 'The page has no title in this language.')),
    ...problemsOfSize({ html, css }),
  });
  return { titles: texts(titles), content: { html: texts(html), css: texts(css) } };
}

function problemsOf(field: string, given: JsonObject, problemOf: (language: string, text: string) => string | undefined): FieldErrors {
  return Object.fromEntries(Object.entries(given).flatMap(([language, text]): (readonly [string, readonly string[]])[] => {
    const problem = typeof text === 'string' ? problemOf(language, text) : 'Give a text.';
    return problem === undefined ? [] : [[`${field}.${language}`, [problem]]];
  }).slice(0, 100));
}

/** All of the values are texts by now. */
const texts = (given: JsonObject): TextByLanguage =>
  Object.fromEntries(Object.entries(given).flatMap(([language, text]) => (typeof text === 'string' ? [[language, text]] : [])));

/** The title that orders a page with titles in several languages: that in the first language by code. */
export const orderingTitle = (titles: TextByLanguage): string => titles[Object.keys(titles).sort()[0] ?? ''] ?? '';
