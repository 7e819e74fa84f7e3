import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { enableFeedback, feedbackDataset, submitFeedback } from '#test/support/portal/feedback.ts';
import { seedCodeEditorPage } from '#test/support/portal/pages.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp({}, wholeSchema);
const { admin, unauthenticated } = app;

const language = fc.constantFrom('en', 'fr', 'de', 'it', 'es');
const text = fc.stringMatching(/^[a-zé🌳]{1,20}$/u);
const byLanguage = fc.dictionary(language, text, { minKeys: 1 });
type Fields = Readonly<Record<string, unknown>>;

test('the labels of a provider are those that were given, in the order of their languages', async () => {
  await fc.assert(
    fc.asyncProperty(byLanguage, async (texts) => {
      const labels = Object.entries(texts).map(([code, label]) => ({ language: code, text: label }));
      const { identityProvider } = (
        await admin.data(
          'mutation ($input: CreateIdentityProviderInput!) { createIdentityProvider(input: $input) { identityProvider { labels { language text } } } }',
          { input: { type: 'OIDC', name: 'Town', loginLink: '/login', labels } },
        )
      ).createIdentityProvider;
      expect(identityProvider.labels).toEqual(
        labels.toSorted((one, other) => (one.language < other.language ? -1 : 1)),
      );
    }),
    { numRuns: 10 },
  );
});

test('the translations of a code editor page are its titles and content in all languages', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(byLanguage, fc.dictionary(language, text), async (titles, html) => {
      count += 1;
      const slug = `page-${String(count)}`;
      const shown = Object.entries(html).filter(([code, value]) => code in titles && value !== '');
      const content = { html: Object.fromEntries(shown), css: {} };
      await seedCodeEditorPage(admin, { slug, titles, content });
      const { codeEditorPage: page } = await unauthenticated.data(
        'query ($slug: ID!) { codeEditorPage(slug: $slug) { titles content { html css } translations { language title html css } } }',
        { slug },
      );
      expect(page.translations).toEqual(
        Object.entries(page.titles).map(([code, title]) => ({
          ...{ language: code, title },
          ...{ html: page.content.html[code] ?? '', css: '' },
        })),
      );
      expect(page.titles).toEqual(titles);
      expect(page.content).toEqual(content);
    }),
    { numRuns: 10 },
  );
});

test('the suggested values of feedback have the types of their fields', async () => {
  await enableFeedback(app);
  const datasetUid = await feedbackDataset(app);
  const uid = await submitFeedback(admin, datasetUid, { comment: 'Taller', values: { name: 'Oak', height: 12 } });
  const { feedback } = (
    await admin.data(
      'query ($datasetUid: ID!, $uid: ID!) { dataset(by: { uid: $datasetUid }) { feedback: feedbackItem(uid: $uid) { values suggestedValues { field type value { text number } } } } }',
      { datasetUid, uid },
    )
  ).dataset;
  expect(feedback.suggestedValues).toHaveLength(2);
  for (const { field, type, value } of feedback.suggestedValues)
    expect({ type, value: value.text ?? value.number }).toEqual(feedback.values[field]);
});

test('languages and boosts of fields are those of the maps, as lists', async () => {
  const field = fc.stringMatching(/^[a-z_]{1,12}$/);
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(field, fc.uniqueArray(language)),
      fc.dictionary(field, fc.maxSafeInteger().map(Math.abs)),
      async (languages, boosts) => {
        const uid = await seedDataset(admin, {
          metadata: {
            asset_content_configuration: {
              fields_displayed_in_specific_languages: { value: languages },
              records_search_boosts: { value: boosts },
            },
          },
        });
        const { assetContentConfiguration: read } = (
          await admin.data(
            `query ($uid: ID!) { dataset(by: { uid: $uid }) { standardMetadata { assetContentConfiguration {
              fieldsDisplayedInSpecificLanguages fieldLanguages { field languages } recordsSearchBoosts fieldBoosts { field boost }
            } } } }`,
            { uid },
          )
        ).dataset.standardMetadata;
        const mapOf = (list: readonly Fields[], member: string) =>
          Object.fromEntries(list.map((item) => [item['field'], item[member]]));
        expect(mapOf(read.fieldLanguages, 'languages')).toEqual(read.fieldsDisplayedInSpecificLanguages);
        expect(mapOf(read.fieldBoosts, 'boost')).toEqual(read.recordsSearchBoosts);
        expect(read.recordsSearchBoosts).toEqual(boosts);
      },
    ),
    { numRuns: 10, examples: [[JSON.parse('{"__proto__": ["en"]}'), JSON.parse('{"__proto__": 2}')]] },
  );
});
