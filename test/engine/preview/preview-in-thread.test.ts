import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { runPreview } from '#engine/preview/preview.ts';
import { runPreviewInThread } from '#engine/preview/preview-in-thread.ts';
import type { OpenReference } from '#engine/pipeline/dataset-reference.ts';
import { CatalogError, fail } from '#kernel/fail.ts';

const csv = (text: string) => ({
  type: 'csvfile',
  params: {},
  source: {
    openStream: async () => ({
      filename: 'a.csv',
      mimetype: 'text/csv',
      size: text.length,
      content: Readable.from([Buffer.from(text)], { objectMode: false }),
    }),
  },
});
const upper = { uid: 'pr_1', type: 'expression', params: { expression: 'upper(name)', output_field: 'upper' } };
const join = {
  uid: 'pr_2',
  type: 'join_datasets',
  params: { dataset: 'other', local_key: 'name', remote_key: 'code', output_fields: 'people' },
};
const openReference: OpenReference = async () => ({
  fields: ['code', 'people'],
  records: Readable.from([[{ code: 'a', people: 1 }], [{ code: 'b', people: 2 }]]),
});
const { signal } = new AbortController();

test('a thread makes the preview that would be made here, joins and errors of records included', async () => {
  const options = {
    resources: [csv('name,n\na,1\nb,x\n')],
    processors: [
      upper,
      join,
      { uid: 'pr_3', type: 'geo_distance', params: { coordinates_a: 'name', coordinates_b: 'n', output_field: 'd' } },
    ],
    fields: [{ uid: 'fi_1', type: 'rename' as const, params: { fromName: 'n', toName: 'number', fieldLabel: 'N' } }],
    openReference,
    signal,
  };
  const made = await runPreviewInThread(options);
  expect(made).toEqual(await runPreview(options));
  expect(made.records).toMatchObject([
    { name: 'a', upper: 'A', people: 1 },
    { name: 'b', upper: 'B', people: 2 },
  ]);
});

test('a failure in the other thread is thrown unchanged', async () => {
  const failureOf = async (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof CatalogError ? [error.code, error.message, error.fields] : error),
    );
  const wrong = {
    resources: [csv('name\na\n')],
    processors: [{ uid: 'pr_1', type: 'expression', params: {} }],
    signal,
  };
  expect(await failureOf(runPreviewInThread(wrong))).toEqual(await failureOf(runPreview(wrong)));
  const unseen = { resources: [csv('name\na\n')], processors: [join], signal };
  expect(await failureOf(runPreviewInThread(unseen))).toEqual(await failureOf(runPreview(unseen)));
  const broken = {
    resources: [{ ...csv(''), source: { openStream: async () => fail('SOURCE_FAILED', { reason: 'gone' }) } }],
    processors: [upper],
    signal,
  };
  expect(await failureOf(runPreviewInThread(broken))).toMatchObject([
    'SOURCE_FAILED',
    'The source could not be read: gone',
    expect.anything(),
  ]);
});

test('work that would hold up the process for minutes holds up nothing here, and ends with the signal', async () => {
  const patterns = Array.from({ length: 60 }, (_, index) => ({
    uid: `pr_${index}`,
    type: 'regexp_replace',
    params: { field: 'name', regexp: `(?i)(foo|bar|baz)+qux${index}`, new: '' },
  }));
  const control = new AbortController();
  const rows = Array.from({ length: 7 }, () => 'ab'.repeat(500_000)).join('\n');
  let ticks = 0;
  const timer = setInterval(() => {
    if (++ticks === 40) control.abort(new Error('enough'));
  }, 25);
  await expect(
    runPreviewInThread({ resources: [csv(`name\n${rows}\n`)], processors: patterns, signal: control.signal }),
  ).rejects.toThrow('enough');
  clearInterval(timer);
});

test('a source that stays silent ends with the signal too', async () => {
  const silent = {
    ...csv(''),
    source: {
      openStream: async () => ({
        filename: 'a.csv',
        mimetype: null,
        size: null,
        content: new Readable({ read: () => undefined }),
      }),
    },
  };
  await expect(
    runPreviewInThread({ resources: [silent], processors: [upper], signal: AbortSignal.timeout(3_000) }),
  ).rejects.toMatchObject({ name: 'TimeoutError' });
});
