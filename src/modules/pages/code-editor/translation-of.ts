import { failFields } from '../../../kernel/fail.ts';
import type { CodeEditorPage, CodeEditorPageTranslation } from './code-editor-page.type.ts';

/** A page in one language; null when it has no title in it. Fails INVALID_INPUT unless the language is two letters (docs/contract/rest.md 3). */
export function translationOf(
  { titles, content }: Pick<CodeEditorPage, 'titles' | 'content'>,
  language: string,
): CodeEditorPageTranslation | null {
  if (!/^[a-z]{2}$/i.test(language)) failFields({ language: ['Use an ISO 639-1 language code, such as en.'] });
  const title = Object.hasOwn(titles, language) ? titles[language] : undefined;
  return title === undefined
    ? null
    : { language, title, html: content.html[language] ?? '', css: content.css[language] ?? '' };
}
