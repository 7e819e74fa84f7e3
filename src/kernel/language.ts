/** Whether a text is a language code of ISO 639-1: two lower-case letters with a language in Unicode. */
export const isLanguage = (code: string): boolean =>
  // The first use of the names takes 10 ms, so a start makes none.
  /^[a-z]{2}$/.test(code) && new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) !== undefined;

/** The text in the first of the languages that has one, else the first text; undefined when there is no text. */
export function pickLanguage<T>(
  texts: Readonly<Record<string, T>>,
  languages: readonly (string | null | undefined)[],
): T | undefined {
  const language = languages.find((code) => code != null && Object.hasOwn(texts, code));
  return language == null ? Object.values(texts)[0] : texts[language];
}
