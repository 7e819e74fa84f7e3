import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CatalogError } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { isLanguage } from '#kernel/language.ts';
import {
  checkPageSlug,
  checkStudioPage,
  completeContent,
  findNamedDatasets,
  parseCodeEditorPage,
  slugFromTitle,
  sortTitleOf,
} from '#pages/page.rules.ts';
import { translationOf } from '#pages/page.source.ts';

/** What work answers; undefined where it refuses its input. Any other failure is a fault. */
function accepted<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'INVALID_INPUT' || !error.fields) throw error;
    return undefined;
  }
}

const language = fc.constantFrom('en', 'fr', 'zu', 'EN', 'xx', '__proto__', 'constructor', '');
const anyMap = fc.dictionary(
  fc.oneof(language, fc.string()),
  fc.oneof(fc.string(), fc.jsonValue()),
) as fc.Arbitrary<JsonObject>;
const textMap = fc.dictionary(
  fc.constantFrom('en', 'fr', 'zu'),
  fc.string({ minLength: 1 }),
) as fc.Arbitrary<JsonObject>;

test('a code editor page is accepted or refused, whatever it holds; what is accepted is accepted again as it is', () => {
  fc.assert(
    fc.property(fc.oneof(anyMap, textMap), fc.oneof(anyMap, textMap), fc.option(textMap), (titles, html, css) => {
      const page = accepted(() => parseCodeEditorPage({ titles, content: { html, css } }));
      if (!page) return;
      expect(page).toEqual({ titles, content: { html, css: css ?? {} } });
      expect(parseCodeEditorPage(page)).toEqual(page);
      expect(Object.values(page.titles)).toContain(sortTitleOf(page.titles));
      for (const value of Object.keys(page.titles))
        expect(translationOf(page, value)).toMatchObject({ language: value, title: titles[value] });
    }),
  );
});

test('a studio page is accepted or refused, whatever it holds; its providers name datasets by a text `dataset_id`', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), anyMap, (title, description, dataProviders) => {
      const content = completeContent({ dataProviders });
      accepted(() => {
        checkStudioPage({ title, description, content });
      });
      for (const { name, dataset } of findNamedDatasets(content))
        expect(dataProviders[name]).toMatchObject({ dataset_id: dataset });
    }),
  );
});

test('a slug that is made from a title is one that may be chosen', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme' })), (title) => {
      const made = accepted(() => slugFromTitle(title));
      if (made !== undefined) checkPageSlug(`${made}-0a1b2c`);
    }),
  );
});

test('languages are those of ISO 639-1, in lower case', () => {
  expect(['en', 'fr', 'eu', 'zu', 'tw', 'tl', 'nb'].filter((code) => !isLanguage(code))).toEqual([]);
  expect(['', 'e', 'EN', 'eng', 'xx', 'en-GB', '1a', 'é1', '__proto__', 'en\n'].filter(isLanguage)).toEqual([]);
});
