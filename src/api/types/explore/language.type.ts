import { registerEnumType } from 'type-graphql';
import type { Language } from '#engine/odsql/scope.ts';

/** The languages of queries as the graph's enum. */
export const queryLanguages: { readonly [Code in Language]: Code } = {
  en: 'en',
  fr: 'fr',
  nl: 'nl',
  pt: 'pt',
  it: 'it',
  ar: 'ar',
  de: 'de',
  es: 'es',
  ca: 'ca',
  eu: 'eu',
  sv: 'sv',
};
registerEnumType(queryLanguages, {
  name: 'Language',
  description: 'A language of the names of days and months, and of labels (ISO 639-1).',
  valuesConfig: {
    en: { description: 'English.' },
    fr: { description: 'French.' },
    nl: { description: 'Dutch.' },
    pt: { description: 'Portuguese.' },
    it: { description: 'Italian.' },
    ar: { description: 'Arabic.' },
    de: { description: 'German.' },
    es: { description: 'Spanish.' },
    ca: { description: 'Catalan.' },
    eu: { description: 'Basque.' },
    sv: { description: 'Swedish.' },
  },
});
