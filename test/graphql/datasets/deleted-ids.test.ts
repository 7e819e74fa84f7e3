import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedForm } from '#test/support/portal/forms.ts';
import { seedDataset } from '#test/support/seed.ts';
import { seedSubmissions } from '#test/support/portal/submissions.ts';

const app = await testApp({ WORKER: 'off' });
const { admin } = app;

/** What is made of an input: its `id`, and what singles it out for its deletion. */
const made = async (mutation: string, input: string, part: string, content: object) =>
  (
    await admin.data(`mutation ($input: ${input}!) { made: ${mutation}(input: $input) { part: ${part} } }`, {
      input: content,
    })
  ).made.part;
const inDataset = async (mutation: string, input: string, part: string, content: object) => {
  const datasetUid = await seedDataset(admin);
  return { datasetUid, ...(await made(mutation, input, `${part} { id uid }`, { datasetUid, ...content })) };
};
const datasource = { http: { connection: { url: 'https://example.org/' }, relativeUrl: 'a.csv' } };

test.each<[deletion: string, input: string, make: () => Promise<{ id: string; [key: string]: string }>]>([
  [
    'deleteDataset',
    'DatasetActionInput',
    () => made('createDataset', 'CreateDatasetInput', 'dataset { id uid }', { metadata: {} }),
  ],
  [
    'deleteResource',
    'ResourceActionInput',
    () => inDataset('createResource', 'CreateResourceInput', 'resource', { type: 'csvfile', title: 'A', datasource }),
  ],
  [
    'deleteProcessor',
    'DeleteProcessorInput',
    () =>
      inDataset('appendProcessor', 'AppendProcessorInput', 'processor', {
        type: 'skip_record',
        params: { field: 'a' },
      }),
  ],
  [
    'deleteFieldConfiguration',
    'DeleteFieldConfigurationInput',
    () =>
      inDataset('appendFieldConfiguration', 'AppendFieldConfigurationInput', 'fieldConfiguration', {
        label: '',
        configuration: { delete: { field: 'a' } },
      }),
  ],
  [
    'deleteSchedule',
    'DeleteScheduleInput',
    () => inDataset('createSchedule', 'CreateScheduleInput', 'schedule', { cronSchedule: '0 1 * * *' }),
  ],
  [
    'deleteAttachment',
    'DeleteAttachmentInput',
    async () => {
      const datasetUid = await seedDataset(admin);
      const { uid } = (await admin.upload(`/datasets/${datasetUid}/attachments/`, 'a.txt', 'a')).body;
      const { dataset } = await admin.data(
        'query ($datasetUid: ID!, $uid: ID!) { dataset(by: { uid: $datasetUid }) { attachment(uid: $uid) { id } } }',
        { datasetUid, uid },
      );
      return { datasetUid, uid, id: dataset.attachment.id };
    },
  ],
  [
    'deleteForm',
    'FormActionInput',
    () => made('createForm', 'CreateFormInput', 'configuration { id slug }', { title: 'A form', slug: 'a-form' }),
  ],
  [
    'deleteSubmission',
    'ModerationInput',
    async () => {
      const formSlug = 'sent';
      await seedForm(admin, formSlug);
      const [uid = ''] = await seedSubmissions(app, formSlug, [{ answers: {} }]);
      const { submission } = await admin.data(
        'query ($formSlug: ID!, $uid: ID!) { submission(formSlug: $formSlug, uid: $uid) { id } }',
        { formSlug, uid },
      );
      return { formSlug, uid, id: submission.id };
    },
  ],
  [
    'deletePage',
    'PageActionInput',
    () => made('createStudioPage', 'CreateStudioPageInput', 'configuration { id uid }', { title: 'A studio page' }),
  ],
  [
    'deletePage',
    'PageActionInput',
    () =>
      made('createCodeEditorPage', 'CreateCodeEditorPageInput', 'configuration { id uid }', {
        translations: [{ language: 'en', title: 'A code page' }],
      }),
  ],
  [
    'deleteGlossaryTerm',
    'DeleteGlossaryTermInput',
    () => made('createGlossaryTerm', 'CreateGlossaryTermInput', 'glossaryTerm { id uid }', { name: 'Rain' }),
  ],
  [
    'deleteDatasourceConnection',
    'DeleteDatasourceConnectionInput',
    () =>
      made('createDatasourceConnection', 'CreateDatasourceConnectionInput', 'connection { id uid }', {
        settings: { http: { url: 'https://example.org' } },
      }),
  ],
  [
    'deleteIdentityProvider',
    'DeleteIdentityProviderInput',
    () =>
      made('createIdentityProvider', 'CreateIdentityProviderInput', 'identityProvider { id uid }', {
        type: 'SAML',
        name: 'Company',
        loginLink: '/login/company',
        labels: [{ language: 'en', text: 'Sign in' }],
      }),
  ],
  [
    'deleteGroup',
    'DeleteGroupInput',
    () => made('createGroup', 'CreateGroupInput', 'group { id uid }', { title: 'Readers' }),
  ],
  [
    'deleteUser',
    'DeleteUserInput',
    () => made('createUser', 'CreateUserInput', 'user { id username }', { username: 'leaver' }),
  ],
])('%s (%s) answers the id that its object had, which a cache then evicts', async (deletion, input, make) => {
  const { id, ...key } = await make();
  const found = async () => (await admin.data('query ($id: ID!) { node(id: $id) { id } }', { id })).node;
  expect(await found()).toEqual({ id });
  expect(
    await admin.data(
      `mutation ($input: ${input}!) { deleted: ${deletion}(input: $input) { deletedId ... on DeletionPayload { same: deletedId } } }`,
      {
        input: key,
      },
    ),
  ).toEqual({ deleted: { deletedId: id, same: id } });
  expect(await found()).toBeNull();
});
