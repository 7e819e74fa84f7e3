import type { Client } from '../client.ts';

/** A required text block. */
export const nameBlock = { fieldId: 'name', type: 'text', label: 'Your name', isRequired: true };

const changes = {
  createForm:
    'mutation ($input: CreateFormInput!) { createForm(input: $input) { configuration { slug revision publishedVersion } form { version } } }',
  updateForm:
    'mutation ($input: UpdateFormInput!) { updateForm(input: $input) { configuration { slug revision publishedVersion } form { version } } }',
  publishForm:
    'mutation ($input: FormActionInput!) { publishForm(input: $input) { configuration { slug revision publishedVersion } form { version } } }',
  unpublishForm:
    'mutation ($input: FormActionInput!) { unpublishForm(input: $input) { configuration { slug revision publishedVersion } form { version } } }',
  deleteForm: 'mutation ($input: FormActionInput!) { deleteForm(input: $input) { slug } }',
} as const;

/** A mutation of forms. */
export type FormChange = keyof typeof changes;

/** Changes a form; returns the payload. */
export const changeForm = async (
  client: Client,
  name: FormChange,
  input: object,
): Promise<ReturnType<typeof JSON.parse>> => (await client.data(changes[name], { input }))[name];

/** The codes and the invalid fields of a refused change of a form. */
export const fieldErrorsOf = async (client: Client, name: FormChange, input: object) =>
  (await client.graph(changes[name], { input })).errors?.map(({ extensions: { code, fields } }) =>
    fields ? [code, ...Object.keys(fields)] : code,
  );

/** A published form with one block; returns its slug. */
export async function seedForm(client: Client, slug: string, input: object = {}): Promise<string> {
  await changeForm(client, 'createForm', {
    slug,
    title: slug,
    sections: [{ title: 'You', blocks: [nameBlock] }],
    ...input,
  });
  await changeForm(client, 'publishForm', { slug });
  return slug;
}
