import type { TestApp } from '../app.ts';
import { multipartBody, multipartBoundary } from '../http/multipart.ts';

/** The settings of the portal as a change returns them, or the errors by field. */
export async function changePortal({ admin }: Pick<TestApp, 'admin'>, input: object, selection = '__typename') {
  const { data, errors } = await admin.graph(
    `mutation ($input: UpdatePortalSettingsInput!) { updatePortalSettings(input: $input) { portalSettings { ${selection} } } }`,
    { input },
  );
  return errors ? (errors[0]?.extensions.fields ?? errors) : data.updatePortalSettings.portalSettings;
}

/** Uploads a picture as the administrator, or with another key. */
export async function uploadPicture(
  { http }: Pick<TestApp, 'http'>,
  content: Buffer,
  key = 'test-administrator-key',
  selection = 'sha256 url mediaType pixelWidth pixelHeight bytes',
) {
  const query = `mutation ($input: UploadPortalImageInput!) { uploadPortalImage(input: $input) { image { ${selection} } } }`;
  const { body } = await http.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      authorization: `Apikey ${key}`,
      'content-type': `multipart/form-data; boundary=${multipartBoundary}`,
      'apollo-require-preflight': 'true',
    },
    payload: multipartBody([
      ['operations', JSON.stringify({ query, variables: { input: { file: null } } })],
      ['map', '{"0": ["variables.input.file"]}'],
      ['0', content, 'logo.svg', 'image/svg+xml'],
    ]),
  });
  return JSON.parse(body);
}

/** The head of a PNG of this size, which is all that the service reads of it. */
export function pngOf(width: number, height: number, bytes = 64): Buffer {
  const png = Buffer.alloc(bytes);
  png.write('89504e470d0a1a0a0000000d49484452', 'hex');
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}
