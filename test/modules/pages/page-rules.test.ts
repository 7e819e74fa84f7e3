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

const anyMap = fc.dictionary(
  fc.oneof(fc.constantFrom('en', '__proto__', 'constructor', ''), fc.string()),
  fc.oneof(fc.string(), fc.jsonValue()),
) as fc.Arbitrary<JsonObject>;
const translations = fc.array(
  fc.record({
    language: fc.constantFrom('en', 'fr', 'zu', 'EN', 'xx', '__proto__', 'constructor', ''),
    title: fc.string(),
    html: fc.option(fc.string()),
    css: fc.option(fc.string()),
  }),
  { maxLength: 3 },
);

test('a code editor page is accepted or refused, whatever it holds; what is accepted is read as it was given', () => {
  fc.assert(
    fc.property(translations, (given) => {
      const page = accepted(() => parseCodeEditorPage(given));
      if (!page) return;
      expect(Object.values(page.titles)).toContain(sortTitleOf(page.titles));
      expect(given.map(({ language }) => translationOf(page, language))).toEqual(
        given.map(({ html, css, ...texts }) => ({ ...texts, html: html ?? '', css: css ?? '' })),
      );
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
