import { expect, test } from '@jest/globals';
import type { RecordError } from '#engine/pipeline/processor-chain.ts';
import { runAll, sourceOf, typesOf } from '../source-of.ts';

const concerts = `Concert;Début;Prix;Villes;Lien
Für Élise;27/10/2024 02:30;12,50;"Köln, Łódź";Example.org
Náttúra;01/07/2024 20:00;free;Reykjavík;not a url
Silence;soon;;;
`;

test('processors one after another make typed records; what is wrong with a value costs no record', async () => {
  const errors: RecordError[] = [];
  const { rows, pipeline } = await runAll({
    resources: [{ source: sourceOf(concerts), type: 'csvfile', params: { separator: ';' } }],
    processors: [
      { uid: 'pr_date', type: 'date_normalizer', params: { field: 'debut', date_format: '%d/%m/%Y %H:%M' } },
      { uid: 'pr_zone', type: 'set_timezone', params: { field: 'debut', timezone: 'Europe/Paris' } },
      { uid: 'pr_comma', type: 'string_replace', params: { field: 'prix', old: ',', new: '.' } },
      { uid: 'pr_price', type: 'expression', params: { expression: 'round(prix * 1.2, 1)', output_field: 'prix' } },
      {
        uid: 'pr_town',
        type: 'expand_multivalued',
        params: { multivalued_field: 'villes', separator: ',', output_field: 'ville' },
      },
      { uid: 'pr_url', type: 'normalize_url', params: { field: 'lien' } },
      { uid: 'pr_late', type: 'skip_record', params: { field: 'concert', value_to_skip: '=ville == "Köln"' } },
    ],
    fields: [{ uid: 'pr_gone', type: 'delete', params: { field: 'villes' } }],
    onError: (error) => errors.push(error),
  });
  expect(rows).toEqual([
    { concert: 'Für Élise', debut: '2024-10-27T00:30:00Z', prix: 15, ville: 'Łódź', lien: 'http://example.org' },
    { concert: 'Náttúra', debut: '2024-07-01T18:00:00Z', prix: null, ville: 'Reykjavík', lien: 'not a url' },
    { concert: 'Silence', debut: null, prix: null, ville: null, lien: null },
  ]);
  expect(typesOf(pipeline)).toEqual({ concert: 'text', debut: 'datetime', prix: 'int', ville: 'text', lien: 'text' });
  expect(errors).toEqual([
    { record: 1, field: 'prix', processorUid: 'pr_price', message: '"free" is not a number.' },
    { record: 1, field: 'lien', processorUid: 'pr_url', message: '"not a url" is not a URL.' },
    {
      record: 2,
      field: 'debut',
      processorUid: 'pr_date',
      message: '"soon" is not a date in the format %d/%m/%Y %H:%M.',
    },
  ]);
});
