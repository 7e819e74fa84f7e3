import { extname, join } from 'node:path';
import { z } from 'zod';
import { toPlainJson } from '#kernel/json.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { safeName } from '../files/safe-name.ts';
import {
  type ExportedImageFragment,
  type ExportSettingsQuery,
  ExportSettingsDocument,
  UpdateSettingsDocument,
  UploadPortalImageDocument,
} from '../generated/operations.ts';
import { type GraphClient, pathOf } from '../graph-client.ts';
import { compare } from './compare.ts';
import { hashOf } from './dataset-files.ts';
import { documentNoun } from './document-noun.ts';

const image = z.string().nullable().optional().describe('The name of a picture in `files/`; null for none.');
const text = z.string().nullable().default(null);
const agent = z.strictObject({ name: text, url: text, email: text }).nullable().optional();

/** What is left out stays as it is on the instance. */
const settingsDocument = z.strictObject({
  translations: z
    .array(
      z.strictObject({
        language: z.string(),
        name: text,
        description: text,
        heroTitle: text,
        footerText: text,
        footerLinks: z.array(z.strictObject({ label: z.string(), url: z.string() })).default([]),
      }),
    )
    .optional()
    .describe('The name and the texts of the portal, by language.'),
  defaultLanguage: z.string().optional(),
  languages: z.array(z.string()).nullable().optional(),
  logo: image,
  favicon: image,
  accentColor: z.string().nullable().optional(),
  accentColorDark: z.string().nullable().optional(),
  publisher: agent,
  contact: agent,
  legalPages: z.array(z.strictObject({ kind: z.string(), url: z.string() })).optional(),
  themes: z
    .array(
      z.strictObject({
        theme: z.string(),
        pictogram: z.string().nullable().default(null),
        image: z.string().nullable().default(null).describe('The name of a picture in `files/`.'),
      }),
    )
    .optional(),
  isFeedbackEnabled: z.boolean().optional(),
  isMarketplaceEnabled: z.boolean().optional(),
});

type SettingsDocument = z.output<typeof settingsDocument>;
type Settings = ExportSettingsQuery['portalSettings'];

/** The pictures of the settings by the names of their files: `logo.png`, `theme-1.webp`. */
function picturesOf({ logo, favicon, themes }: Settings): ReadonlyMap<string, ExportedImageFragment> {
  const named = [
    ['logo', logo] as const,
    ['favicon', favicon] as const,
    ...themes.map((each, index) => [`theme-${index + 1}`, each.image] as const),
  ];
  return new Map(
    named.flatMap(([stem, picture]) =>
      picture === null
        ? []
        : [[`${stem}${extname(new URL(pathOf(picture.url), 'http://localhost').pathname)}`, picture]],
    ),
  );
}

function write(settings: Settings): SettingsDocument {
  const names = [...picturesOf(settings).keys()];
  const nameOf = (stem: string) => names.find((name) => name.startsWith(`${stem}.`)) ?? null;
  const { translations, themes, ...others } = settings;
  return settingsDocument.parse(
    toPlainJson({
      translations: translations.toSorted((one, other) => (one.language < other.language ? -1 : 1)),
      ...others,
      logo: nameOf('logo'),
      favicon: nameOf('favicon'),
      themes: themes.map(({ theme, pictogram }, index) => ({ theme, pictogram, image: nameOf(`theme-${index + 1}`) })),
    }),
  );
}

const fileOf = (folder: string, name: string): string => join(folder, 'files', safeName(name));

/** The pictures that a document names. */
const namedPictures = ({ logo, favicon, themes }: SettingsDocument): readonly string[] =>
  [logo, favicon, ...(themes ?? []).map((theme) => theme.image)].flatMap((name) => name ?? []);

/** The names of pictures whose files differ from what the instance has. One that the instance has and the folder lacks is left alone. */
async function changedPictures(
  document: SettingsDocument,
  settings: Settings,
  folder: string,
): Promise<ReadonlySet<string>> {
  const stored = picturesOf(settings);
  const changed = new Set<string>();
  for (const name of new Set(namedPictures(document))) {
    const known = stored.get(name);
    const hash = hashOf(fileOf(folder, name));
    if ((await (known ? hash.catch(() => known.sha256) : hash)) !== known?.sha256) changed.add(name);
  }
  return changed;
}

/** Uploads a picture, and returns the hash by which the graph knows it. */
async function upload(client: GraphClient, folder: string, name: string): Promise<string> {
  const { image: uploaded } = (await client.upload(UploadPortalImageDocument, {}, fileOf(folder, name), name))
    .uploadPortalImage;
  if (!uploaded) throw new CommandError(`The picture ${name} was deleted in the meantime.`, exitCodes.refused);
  return uploaded.sha256;
}

/** The settings of the portal, with their pictures: one file, `settings/portal.yaml`. */
export const settingsNoun = documentNoun<SettingsDocument, Settings>({
  name: 'settings',
  schema: settingsDocument,
  rights: [['administer']],
  keyOf: () => 'portal',
  async *read(client) {
    yield (await client.send(ExportSettingsDocument)).portalSettings;
  },
  write,
  isRemovable: () => false,
  complete: (document, settings) => ({ ...write(settings), ...document }),
  async writeFiles(client, settings, folder) {
    for (const [name, { url }] of picturesOf(settings)) await client.download(pathOf(url), fileOf(folder, name));
  },
  compareFiles: async (document, settings, folder) =>
    [...(await changedPictures(document, settings, folder))].map((name) => ({
      path: ['files', name],
      kind: 'changed',
      before: null,
      after: null,
    })),
  create: () => Promise.reject(new CommandError('The settings cannot be read with this key.', exitCodes.refused)),
  async update(client, settings, document, { folder }) {
    const stored = write(settings);
    const changed = await changedPictures(document, settings, folder);
    const hashes = new Map([...picturesOf(settings)].map(([name, { sha256 }]) => [name, sha256] as const));
    for (const name of changed) hashes.set(name, await upload(client, folder, name));
    const hashNamed = (name: string | null) => (name === null ? null : hashes.get(name));
    const input = {
      ...document,
      logo: hashNamed(document.logo ?? null),
      favicon: hashNamed(document.favicon ?? null),
      themes: document.themes?.map((theme) => ({ ...theme, image: hashNamed(theme.image) })),
    };
    // a default of the environment is not made a setting
    const isChanged = (name: keyof SettingsDocument) =>
      compare(toPlainJson(stored[name]), toPlainJson(document[name])).length > 0 ||
      namedPictures({ [name]: document[name] }).some((picture) => changed.has(picture));
    const given = settingsDocument.keyof().options.filter(isChanged);
    await client.send(UpdateSettingsDocument, { input: Object.fromEntries(given.map((name) => [name, input[name]])) });
  },
  remove: () => Promise.resolve(),
});
