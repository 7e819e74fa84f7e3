import { failOnFields, type FieldErrors } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { isLanguage } from '#kernel/language.ts';
import type { CodeEditorPageContent, TextByLanguage } from './code-editor-page.type.ts';
import { titleProblem, sizeErrors } from '../page.rules.ts';

/** The maximum number of errors that are reported for one part: the titles, the HTML or the CSS. */
const maxProblems = 100;

/** The input of a code editor page. */
export interface CodeEditorPageDraftInput {
  readonly titles: JsonObject;
  /** An omitted part is empty. */
  readonly content: { readonly [Part in keyof CodeEditorPageContent]?: JsonObject | null };
}

/** The texts of a code editor page. */
export interface CodeEditorPageTexts {
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
