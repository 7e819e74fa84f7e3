const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether a text is a language's code of ISO 639-1: two lower-case letters that Unicode knows a language by. */
export const isLanguage = (code: string): boolean => /^[a-z]{2}$/.test(code) && names.of(code) !== undefined;

/** The text in the first of the languages that it is written in; else in the first that there is. Undefined where there is none. */
export function inLanguage<T>(
  texts: Readonly<Record<string, T>>,
  languages: readonly (string | null | undefined)[],
): T | undefined {
  const language = languages.find((each) => each != null && Object.hasOwn(texts, each));
  return language == null ? Object.values(texts)[0] : texts[language];
}
