import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { changeForm, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { clientOf } from '#test/support/client.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

test('the definition of a published form is public', async () => {
  await seedForm(admin, 'trees', {
    title: 'Bäume',
    description: 'Tell us of trees',
    otherLanguages: ['de'],
    accessType: 'authenticated',
    isEditingEnabled: true,
    isRecaptchaEnabled: true,
    ending: { page: 'thank-you' },
    sections: [
      {
        title: 'Tree',
        blocks: [
          nameBlock,
          {
            fieldId: 'height',
            type: 'number',
            label: 'Height',
            helpText: 'in metres',
            number: { min: 0 },
            conditions: [{ fieldId: 'name', operator: 'is_not_empty' }],
          },
        ],
      },
    ],
  });
  const block = {
    placeholder: '',
    help_text: '',
    unique: false,
    conditions_action: 'show',
    conditions_match: 'and',
    conditions: [],
  };
  const { status, body } = await unauthenticated.portal('GET', '/forms/trees/');
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      slug: 'trees',
      version: 1,
      title: 'Bäume',
      description: 'Tell us of trees',
      default_language: 'en',
      other_languages: ['de'],
      sections: [
        {
          title: 'Tree',
          blocks: [
            { field_id: 'name', type: 'text', label: 'Your name', ...block, required: true, text: { is_long: false } },
            {
              field_id: 'height',
              type: 'number',
              label: 'Height',
              ...block,
              required: false,
              help_text: 'in metres',
              conditions: [{ field_id: 'name', operator: 'is_not_empty', value: null }],
              number: { is_integer: false, min: 0, max: null },
            },
          ],
        },
      ],
      enable_recaptcha: true,
      ending: { page: 'thank-you' },
      access_type: 'authenticated',
      enable_frontoffice_submission_edition: true,
    },
  });
  expect(Object.keys(body)).toEqual([
    'slug',
    'version',
    'title',
    'description',
    'default_language',
    'other_languages',
    'sections',
    'enable_recaptcha',
    'ending',
    'access_type',
    'enable_frontoffice_submission_edition',
  ]);
  expect((await unauthenticated.portal('GET', '/forms/trees')).body).toEqual(body);
});

test('a draft and a deleted form are 404', async () => {
  await changeForm(admin, 'createForm', { slug: 'draft', title: 'Draft' });
  await seedForm(admin, 'gone');
  await changeForm(admin, 'unpublishForm', { slug: 'gone' });
  for (const slug of ['draft', 'gone', 'nothing', '__proto__', '%00', 'a'.repeat(500)]) {
    expect(await admin.portal('GET', `/forms/${slug}/`)).toMatchObject({
      status: 404,
      body: { error_code: 'not_found' },
    });
  }
  expect(await clientOf(app, 'ak_000000.nothing').portal('GET', '/forms/gone/')).toMatchObject({
    status: 401,
    body: { error_code: 'unauthorized' },
  });
});
