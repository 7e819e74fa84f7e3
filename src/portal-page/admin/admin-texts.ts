import { createLanguage, type Language, type Messages } from '../messages/language.ts';
import type english from './messages/en.json';

/** The names of the texts of the screens for those who run the catalog. */
export type AdminMessageName = keyof typeof english;

/** The tables, each loaded when it is needed. */
const tables: Readonly<Record<string, () => Promise<{ readonly default: Messages<AdminMessageName> }>>> = {
  ar: () => import('./messages/ar.json'),
  de: () => import('./messages/de.json'),
  en: () => import('./messages/en.json'),
  es: () => import('./messages/es.json'),
  fr: () => import('./messages/fr.json'),
  it: () => import('./messages/it.json'),
  nl: () => import('./messages/nl.json'),
};

/** The languages of the page (ISO 639-1), whether the settings offer them or not. */
export const pageLanguages: readonly string[] = Object.keys(tables);

/** Loads the texts of the screens in a language of the page. */
export async function loadAdminTexts(code: string): Promise<Language<AdminMessageName>> {
  const load = tables[code];
  const { default: messages } = load ? await load() : await import('./messages/en.json');
  return createLanguage(code, messages);
}
