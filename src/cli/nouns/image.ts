import { join } from 'node:path';
import { z } from 'zod';
import { safeName } from '../files/safe-name.ts';
import {
  DeleteThemeImageDocument,
  type ExportImagesQuery,
  ExportImagesDocument,
  UploadThemeImageDocument,
} from '../generated/operations.ts';
import { type GraphClient, pathOf } from '../graph-client.ts';
import { hashOf } from './dataset-files.ts';
import { documentNoun } from './document-noun.ts';
import { pages } from './pages.ts';

const imageDocument = z.strictObject({
  name: z.string().describe('The name, which is the identity of the image and the name of its file in `files/`.'),
});

type Image = NonNullable<ExportImagesQuery['themeImages']>['nodes'][number];

const fileOf = (folder: string, name: string): string => join(folder, 'files', safeName(name));

const upload = (client: GraphClient, folder: string, name: string) =>
  client.upload(UploadThemeImageDocument, {}, fileOf(folder, name), name);

/** Images for pages and the look of the portal, with their bytes. */
export const imageNoun = documentNoun<z.output<typeof imageDocument>, Image>({
  name: 'images',
  hasFolders: true,
  schema: imageDocument,
  rights: [['edit_page'], ['create_page'], ['edit_theme']],
  keyOf: ({ name }) => name,
  read: (client) => pages(async (after) => (await client.send(ExportImagesDocument, { after })).themeImages),
  write: ({ name }) => ({ name }),
  writeFiles: (client, { name, url }, folder) => client.download(pathOf(url), fileOf(folder, name)),
  compareFiles: async ({ name }, { sha256 }, folder) =>
    (await hashOf(fileOf(folder, name))) === sha256
      ? []
      : [{ path: ['files', name], kind: 'changed', before: null, after: null }],
  create: (client, { name }, { folder }) => upload(client, folder, name),
  async update(client, { name }, _document, { folder }) {
    await client.send(DeleteThemeImageDocument, { input: { name } });
    await upload(client, folder, name);
  },
  remove: (client, { name }) => client.send(DeleteThemeImageDocument, { input: { name } }),
});
