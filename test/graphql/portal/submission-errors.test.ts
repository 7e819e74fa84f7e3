import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { answerErrors } from '#engine/blocks/answer-errors.ts';
import { testApp } from '#test/support/app.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { images, submitForm } from '#test/support/http/multipart.ts';
import { changeForm, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { seedKey } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off', FORM_RATE_LIMIT: '10' });
const { admin, unauthenticated, services } = app;
const ada = await seedKey(app, 'ada');
const open = { accessType: 'open', isModerated: false };
const photo = { fieldId: 'photo', type: 'image', label: 'Photo' };
const submit = `mutation ($input: SubmitFormInput!) {
  submitForm(input: $input) { isValid errors { field code params message } }
}`;

const block = (fieldId: string, type: string, more: object = {}) => ({ fieldId, type, label: fieldId, ...more });
const blocks = [
  { ...nameBlock, isUnique: true },
  block('age', 'number', { number: { isInteger: true, min: 0, max: 150 } }),
  block('who', 'contact', {
    contact: { subFields: ['first_name', 'email'].map((name) => ({ name, isRequired: true })) },
  }),
  block('when', 'date_time', { dateTime: { hasTime: false, min: '2026-01-01' } }),
  block('color', 'choice', { choice: { options: ['red'], isMultiple: false } }),
  block('terms', 'legal', { isRequired: true }),
  block('place', 'location_picker'),
];

test('an error has a code and its numbers, and the message that the Portal API has', async () => {
  await seedForm(admin, 'asked', { ...open, sections: [{ title: '', blocks }] });
  const data = {
    age: 151.5,
    who: { first_name: 'Ada', email: 'ada' },
    when: '2025-12-31',
    color: ['blue'],
    terms: false,
    place: { lat: 91, lon: 0 },
    more: 1,
  };
  const { errors } = (await unauthenticated.data(submit, { input: { formSlug: 'asked', data } })).submitForm;
  expect(errors.map(({ field, code, params }: Record<string, unknown>) => [field, code, params])).toEqual([
    ['name', 'REQUIRED', {}],
    ['age', 'NOT_WHOLE', {}],
    ['who', 'NOT_AN_EMAIL', { part: 'email' }],
    ['when', 'TOO_EARLY', { min: '2026-01-01' }],
    ['color', 'NOT_AN_OPTION', {}],
    ['terms', 'NOT_ACCEPTED', {}],
    ['place', 'WRONG_LATITUDE', {}],
    ['more', 'UNKNOWN_BLOCK', {}],
  ]);
  expect((await submitForm(app, 'asked', data)).body).toEqual({
    is_valid: false,
    errors: errors.map(({ field, message }: Record<string, unknown>) => ({ field, message })),
  });
  const part = { name: 'A', who: { email: 'ada@example.org' }, age: 200, terms: true };
  expect((await unauthenticated.data(submit, { input: { formSlug: 'asked', data: part } })).submitForm.errors).toEqual([
    { field: 'age', code: 'NUMBER_TOO_LARGE', params: { max: 150 }, message: 'Give a number of at most 150.' },
    {
      field: 'who',
      code: 'PART_REQUIRED',
      params: { part: 'first_name' },
      message: 'The sub-field first_name is required.',
    },
  ]);
  const right = { input: { formSlug: 'asked', data: { name: 'A', terms: true } } };
  expect((await unauthenticated.data(submit, right)).submitForm).toEqual({ isValid: true, errors: [] });
  expect((await unauthenticated.data(submit, right)).submitForm.errors).toMatchObject([
    { field: 'name', code: 'NOT_UNIQUE', params: {} },
  ]);
});

test('the schema lists every code with its meaning', async () => {
  const { __type: type } = await admin.data(
    '{ __type(name: "SubmissionErrorCode") { enumValues { name description } } }',
  );
  expect(
    Object.fromEntries(
      type.enumValues.map((value: { name: string; description: string }) => [value.name, value.description]),
    ),
  ).toEqual(Object.fromEntries(Object.entries(answerErrors).map(([code, { description }]) => [code, description])));
});

async function sendImage(
  formSlug: string,
  { content = images.png, key = '', address = '10.0.0.1', query = submit, variables = {} } = {},
) {
  const form = new FormData();
  const input = { formSlug, data: { name: 'A' }, images: [{ name: 'photo', file: null }] };
  form.append('operations', JSON.stringify({ query, variables: { input, ...variables } }));
  form.append('map', '{"0": ["variables.input.images.0.file"]}');
  form.append('0', new Blob([new Uint8Array(content)]), 'a.png');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const answer = await app.http.inject({
    method: 'POST',
    url: '/graphql',
    remoteAddress: address,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'apollo-require-preflight': 'true',
      ...(key !== '' && { authorization: `Apikey ${key}` }),
    },
  });
  const { data, errors } = answer.json<Awaited<ReturnType<typeof admin.graph>>>();
  return data?.submitForm ?? errors?.map(({ extensions: { code } }) => code);
}

const files = () => readdir(join(services.config.dataDir, 'uploads'));

test('a visitor sends images with answers to an open form, and files to nothing else', async () => {
  const sections = [{ title: '', blocks: [nameBlock, photo] }];
  await seedForm(admin, 'potholes', { ...open, sections });
  await seedForm(admin, 'members', { ...open, accessType: 'authenticated', sections });
  await seedForm(admin, 'full', { ...open, submissionsQuota: 1, sections });
  const accepted = { isValid: true, errors: [] };
  expect(await sendImage('potholes')).toEqual(accepted);
  expect(await sendImage('potholes', { content: images.svg })).toMatchObject({
    isValid: false,
    errors: [{ field: 'photo', code: 'NOT_AN_IMAGE' }],
  });
  expect(await sendImage('members')).toEqual(['UNAUTHORIZED']);
  expect(await sendImage('members', { key: ada })).toEqual(accepted);
  expect(await sendImage('none')).toEqual(['NOT_FOUND']);
  expect(await sendImage('full')).toEqual(accepted);
  expect(await sendImage('full')).toEqual(['SUBMISSIONS_QUOTA_REACHED']);
  const other = { query: 'mutation ($file: Upload) { __typename }', variables: { input: undefined } };
  expect(await sendImage('potholes', other)).toEqual(['BAD_REQUEST']);
  await changeForm(admin, 'unpublishForm', { slug: 'potholes' });
  expect(await sendImage('potholes')).toEqual(['NOT_FOUND']);
  await eventually(files, (left) => left.length === 0);
});

test('the files of a visitor have a limit together, and each request counts towards the rate limit of the form', async () => {
  await seedForm(admin, 'large', { ...open, sections: [{ title: '', blocks: [nameBlock, photo] }] });
  const tooLarge = { content: Buffer.alloc(50 * 2 ** 20 + 1), address: '10.0.0.2' };
  expect(await sendImage('large', tooLarge)).toEqual(['PAYLOAD_TOO_LARGE']);
  const unread = { query: '{ __typename }', address: '10.0.0.2' };
  for (let sent = 1; sent < 10; sent += 1) await sendImage('large', unread);
  expect(await sendImage('large', unread)).toEqual(['RATE_LIMIT_EXCEEDED']);
  expect(await sendImage('large', { ...unread, address: '10.0.0.3' })).not.toEqual(['RATE_LIMIT_EXCEEDED']);
  await eventually(files, (left) => left.length === 0);
});
