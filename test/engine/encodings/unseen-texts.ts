const western = ['windows-1252', 'iso-8859-15'];
const central = ['windows-1250', 'iso-8859-2'];

/** Languages with the encodings that they are published in. */
export const languages: Readonly<Record<string, readonly string[]>> = {
  ca: western,
  da: western,
  de: western,
  es: western,
  fi: western,
  fr: western,
  gl: western,
  is: western,
  it: western,
  nb: western,
  nl: western,
  pt: western,
  sq: western,
  sv: western,
  cs: central,
  hr: central,
  hu: central,
  pl: central,
  ro: central,
  sk: central,
  sl: central,
  be: ['windows-1251', 'koi8-u'],
  bg: ['windows-1251', 'iso-8859-5'],
  mk: ['windows-1251'],
  ru: ['windows-1251', 'koi8-r', 'iso-8859-5', 'cp866'],
  sr: ['windows-1251', 'iso-8859-5'],
  uk: ['windows-1251', 'koi8-u'],
  ar: ['windows-1256', 'iso-8859-6'],
  el: ['windows-1253', 'iso-8859-7'],
  et: ['windows-1257'],
  fa: ['windows-1256'],
  he: ['windows-1255'],
  ja: ['shift_jis', 'euc-jp'],
  ko: ['euc-kr'],
  lt: ['windows-1257', 'iso-8859-13'],
  lv: ['windows-1257', 'iso-8859-13'],
  th: ['windows-874'],
  tr: ['windows-1254', 'iso-8859-9'],
  zh: ['gb18030'],
  'zh-Hant': ['big5'],
};

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
const codes = letters.flatMap((first) => letters.map((second) => first + second));

/** The letters that the old encodings of a language have in place of later ones. */
const older: Readonly<Record<string, string>> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ', '’': "'" };

/** The names of all countries in a language, as Node has them: texts that no list of the guess was made from. */
export function countryNames(language: string): readonly string[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return codes.flatMap((code) => names.of(code)?.replace(/[șțȘȚ’]/g, (letter) => older[letter] ?? letter) ?? []);
}
