import type { App } from '#processes/app.ts';
import type { GraphAnswer } from '../client.ts';
import { multipartBody, multipartBoundary } from '../http/multipart.ts';

/** A file to be sent. */
export interface TestFile {
  readonly datasetUid: string;
  readonly filename: string;
  readonly content: string;
  readonly expectedRevision?: number;
}

const mutation = `mutation ($input: UploadResourceFileInput!) {
  uploadResourceFile(input: $input) { file { uid filename mimetype bytes createdAt } dataset { revision } }
}`;

/** Uploads a file through the graph, by a GraphQL multipart request; as the administrator by default. */
export const uploadFile = (
  app: Pick<App, 'http'>,
  { filename, content, ...input }: TestFile,
  key?: string | null,
): Promise<GraphAnswer> => sendFile(app, mutation, input, { filename, content }, key);

/** Runs a mutation whose input has a `file`, which comes with the request. */
export async function sendFile(
  { http }: Pick<App, 'http'>,
  query: string,
  input: object,
  { filename, content }: Pick<TestFile, 'filename' | 'content'>,
  key: string | null = 'test-administrator-key',
): Promise<GraphAnswer> {
  const answer = await http.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      'content-type': `multipart/form-data; boundary=${multipartBoundary}`,
      'apollo-require-preflight': 'true',
      ...(key !== null && { authorization: `Apikey ${key}` }),
    },
    payload: multipartBody([
      ['operations', JSON.stringify({ query, variables: { input: { ...input, file: null } } })],
      ['map', JSON.stringify({ 0: ['variables.input.file'] })],
      ['0', Buffer.from(content), filename, 'text/csv'],
    ]),
  });
  return { status: answer.statusCode, data: answer.json().data, errors: answer.json().errors };
}
