import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import nl from './nl.json';
import { createLanguage, type Language, type Messages } from './language.ts';

/** The tables of the languages that the page speaks. The server has them all, a browser the one of its page. */
const tables: Readonly<Record<string, Messages>> = { ar, de, en, es, fr, it, nl };

const languages: ReadonlyMap<string, Language> = new Map(
  Object.entries(tables).map(([code, messages]) => [code, createLanguage(code, messages)]),
);

/** The first of the languages that the page speaks; English where it speaks none. */
export const chooseLanguage = (codes: readonly string[]): Language =>
  languages.get(codes.find((code) => languages.has(code)) ?? 'en') ?? createLanguage('en', en);

/** The languages that the page speaks (ISO 639-1). */
export const languageCodes: readonly string[] = [...languages.keys()];
