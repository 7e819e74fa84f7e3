import type { Json } from '#kernel/json.ts';
import type { XmlElement } from '#engine/extractors/xml/xml-reader.ts';
import { languageOf } from '../remote-metadata.ts';
import { attributeText, codeOf, elementsAt, textOfElement } from '../xml-values.ts';

/** The most languages of a record beside its own. */
const maxLanguages = 30;

/** A text in another language than that of the record. */
interface LocalisedText {
  readonly language: string;
  readonly text: string;
}

/**
 * The texts of a record in its other languages (PT_FreeText of ISO 19139), for the open template: `title_fr`, `description_fr`, and
 * `keywords_fr` as a list. A text that is the same in the language of the record is left out.
 */
export function translationsOf(
  record: XmlElement,
  elements: Readonly<Record<'title' | 'description' | 'keywords', readonly XmlElement[]>>,
): Readonly<Record<string, Json>> {
  const declared = declaredLanguages(record);
  const [titles, descriptions, keywords] = [elements.title, elements.description, elements.keywords].map((each) =>
    each.flatMap((element) => localisedTexts(element, declared)),
  );
  const all = [titles ?? [], descriptions ?? [], keywords ?? []];
  const languages = [...new Set(all.flat().map(({ language }) => language))].slice(0, maxLanguages);
  return Object.fromEntries(
    languages.flatMap((language): [string, Json][] => {
      const [title = [], description = [], words = []] = all.map((texts) =>
        texts.filter((each) => each.language === language).map(({ text }) => text),
      );
      return [
        [`title_${language}`, title[0] ?? ''],
        [`description_${language}`, description[0] ?? ''],
        [`keywords_${language}`, [...new Set(words)]],
      ];
    }),
  );
}

/** The languages that a record declares, by the identifiers that its texts refer to. */
const declaredLanguages = (record: XmlElement): ReadonlyMap<string, string | undefined> =>
  new Map(
    elementsAt(record, 'locale/PT_Locale').map((locale) => [
      attributeText(locale, 'id'),
      languageOf(codeOf(elementsAt(locale, 'languageCode')[0])),
    ]),
  );

/** The texts of an element in other languages. Many catalogs declare none: the identifier is then the language, such as `#FR`. */
function localisedTexts(
  element: XmlElement,
  declared: ReadonlyMap<string, string | undefined>,
): readonly LocalisedText[] {
  const own = textOfElement(element);
  return elementsAt(element, 'PT_FreeText/textGroup/LocalisedCharacterString').flatMap((localised) => {
    const id = attributeText(localised, 'locale').replace(/^#/, '');
    const language = declared.get(id) ?? languageOf(id.replace(/^locale-/i, '')) ?? id.toLowerCase();
    const text = textOfElement(localised);
    return language === '' || text === '' || text === own ? [] : [{ language, text }];
  });
}
