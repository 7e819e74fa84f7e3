import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { createTransactionClient, runInTransaction } from '#platform/database/database-client.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';
import { changeForm } from '#test/support/portal/forms.ts';
import { addTerm } from '#test/support/portal/glossary.ts';
import { seedStudioPage } from '#test/support/portal/pages.ts';
import { addProvider } from '#test/support/portal/providers.ts';
import { seedAsset } from '#test/support/portal/relations.ts';
import { untilLockWaits } from '#test/support/database/table-locks.ts';

const app = await testApp();
const {
  admin,
  services: { orm },
} = app;
const [page, term, provider, asset, other] = [
  await seedStudioPage(admin, { slug: 'air' }),
  await addTerm(admin, { name: 'Air' }),
  await addProvider(admin, {}),
  await seedAsset(admin),
  await seedAsset(admin),
];
await changeForm(admin, 'createForm', { slug: 'trees', title: 'Trees' });
const relation = { sourceUid: asset, useUid: other, relationType: 'usage' };

const changes: readonly (readonly [mutation: string, input: object])[] = [
  ['createStudioPage', { title: 'Late' }],
  ['createCodeEditorPage', { translations: [{ language: 'en', title: 'Late' }] }],
  ['updateStudioPage', { uid: page, title: 'Late' }],
  ['publishPage', { uid: page }],
  ['unpublishPage', { uid: page }],
  ['replacePageRuleset', { uid: page, grantee: { username: 'admin' }, permissions: ['edit_page'] }],
  ['deletePage', { uid: page }],
  ['createGlossaryTerm', { name: 'Late' }],
  ['updateGlossaryTerm', { uid: term, name: 'Late' }],
  ['deleteGlossaryTerm', { uid: term }],
  [
    'createIdentityProvider',
    { type: 'OIDC', name: 'Late', loginLink: '/', labels: [{ language: 'en', text: 'Late' }] },
  ],
  ['updateIdentityProvider', { uid: provider, name: 'Late' }],
  ['deleteIdentityProvider', { uid: provider }],
  ['createAsset', { assetType: 'map', title: 'Late' }],
  ['updateAsset', { uid: asset, title: 'Late' }],
  ['createAssetRelation', relation],
  ['deleteAssetRelation', relation],
  ['deleteAsset', { uid: asset }],
  ['updatePortalSettings', { isFeedbackEnabled: true }],
  ['createForm', { slug: 'late', title: 'Late' }],
  ['updateForm', { slug: 'trees', title: 'Late' }],
  ['publishForm', { slug: 'trees' }],
  ['deleteForm', { slug: 'trees' }],
];

test.each(changes)('%s is not done with a key that is being revoked meanwhile', async (mutation, input) => {
  const {
    createApiKey: { secret, apiKey },
  } = await admin.data('mutation { createApiKey(input: { label: "short" }) { secret apiKey { uid } } }');
  const { answer } = await runInTransaction(orm.em.fork(), async (em) => {
    await createTransactionClient(em).rows(sql`update api_key set revoked_at = now() where uid = ${apiKey.uid}`);
    const type = mutation.endsWith('Relation')
      ? 'AssetRelationInput'
      : mutation
          .replace(/^(publish|unpublish|delete)(Page|Form)$/, '$2Action')
          .replace(/^./, (letter) => letter.toUpperCase())
          .concat('Input');
    const started = clientOf(app, secret).graph(
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`,
      { input },
    );
    await Promise.race([started, untilLockWaits(app)]);
    return { answer: started };
  });
  expect((await answer).errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHORIZED']);
});
