import { isRecord } from './json.ts';
import type { Page } from './page-context.ts';

/** A text with the language (ISO 639-1) in which it is. */
interface TextIn {
  readonly code: string;
  readonly text: string;
}

/** One of texts by language: in the language of the visitor, else in that of the portal, else the first; undefined without texts. */
export function textIn(
  { language, settings }: Pick<Page, 'language' | 'settings'>,
  texts: unknown,
): TextIn | undefined {
  if (!isRecord(texts)) return undefined;
  const written = Object.entries(texts).flatMap(([code, text]): TextIn[] =>
    typeof text === 'string' && text !== '' ? [{ code, text }] : [],
  );
  const inLanguage = (wanted: string) => written.find(({ code }) => code === wanted);
  return inLanguage(language.code) ?? inLanguage(settings.defaultLanguage) ?? written[0];
}

/** The label of a choice of a template, whose labels are choice → language → text; the choice where it has none. */
export function choiceText(page: Pick<Page, 'language' | 'settings'>, labels: unknown, choice: string): string {
  if (!isRecord(labels) || !Object.hasOwn(labels, choice)) return choice;
  return textIn(page, labels[choice])?.text ?? choice;
}
