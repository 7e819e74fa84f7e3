import { expect, test } from '@jest/globals';
import { datasetDocument } from '#cli/nouns/dataset-document.ts';
import { fileOf } from '#portal-page/admin/dataset/dataset-file.ts';

const field = (
  name: string,
  value: unknown,
  remote: { readonly remoteValue: unknown; readonly isOverridden: boolean } | null = null,
) => ({
  ...{ __typename: 'MetadataField' as const, id: name, template: 'default', field: name, value },
  ...{ remoteValue: remote?.remoteValue ?? null, isRemoteValueOverridden: remote?.isOverridden ?? null },
});
const stored = {
  ...{ __typename: 'Dataset' as const, id: 'id', datasetId: 'trees', isPublished: true },
  metadataFields: [
    field('title', 'Trees'),
    field('description', 'All of them'),
    field('publisher', 'Harbour', { remoteValue: 'Harbour', isOverridden: false }),
    field('language', 'de', { remoteValue: 'en', isOverridden: true }),
    field('modified', null),
  ],
};

test('the file of a change of metadata has all values of its own, because a file replaces them', () => {
  const file = fileOf(stored, {
    datasetUid: 'da_1',
    mode: 'UPDATE',
    metadataFields: [
      { template: 'default', field: 'title', value: 'Street trees' },
      { template: 'default', field: 'description', value: null },
      { template: 'default', field: 'language', value: 'en', isRemoteValueOverridden: false },
    ],
  });
  expect(file).toEqual({
    datasetId: 'trees',
    isPublished: true,
    metadata: { default: { title: 'Street trees' } },
  });
  expect(datasetDocument.safeParse(file).success).toBe(true);
});

test('the file of a change of lists has them without what identifies their items on one instance', () => {
  const rename = { fromName: 'a', toName: 'b', fieldLabel: 'B' };
  const file = fileOf(stored, {
    datasetUid: 'da_1',
    processors: [{ uid: 'pr_1', type: 'skip', label: '', params: { field: 'a' } }],
    fields: [{ uid: 'pr_2', label: '', configuration: { rename } }],
    schedules: [{ uid: 'sc_1', cronSchedule: '0 3 * * 5' }],
    isRestricted: true,
    rulesets: [{ grantee: { username: 'ada' }, permissions: ['edit_dataset'] }, { grantee: { groupUid: 'council' } }],
  });
  expect(file).toEqual({
    ...{ datasetId: 'trees', isPublished: true, isRestricted: true },
    processors: [{ type: 'skip', label: '', params: { field: 'a' } }],
    fields: [{ label: '', rename }],
    schedules: ['0 3 * * 5'],
    rulesets: [{ user: 'ada', permissions: ['edit_dataset'] }, { group: 'council' }],
  });
  expect(datasetDocument.safeParse(file).success).toBe(true);
});

test('no file says which resources stay, because their secrets are known to the service alone', () => {
  expect(fileOf(stored, { datasetUid: 'da_1', resources: [] })).toBeUndefined();
});
