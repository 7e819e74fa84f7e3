import { z } from 'zod';
import { type JsonObject, toPlainJson } from '#kernel/json.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import {
  CreateCodeEditorPageDocument,
  CreateStudioPageDocument,
  DeletePageDocument,
  type ExportPagesQuery,
  ExportPagesDocument,
  PublishPageDocument,
  UnpublishPageDocument,
  UpdateCodeEditorPageDocument,
  UpdateStudioPageDocument,
} from '../generated/operations.ts';
import type { GraphClient } from '../graph-client.ts';
import { documentNoun } from './document-noun.ts';
import { pages } from './pages.ts';

const jsonMap = z.record(z.string(), z.json());
const part = jsonMap.default({});
const common = {
  slug: z.string().describe('The slug, which is the identity of the page.'),
  isPublished: z.boolean().default(false).describe('Whether the page is published as the file has it.'),
  isRestricted: z.boolean().default(false).describe('Whether only users with a ruleset see the page.'),
  description: z.string().default(''),
};

const studioPage = z.strictObject({
  kind: z.literal('studio'),
  ...common,
  title: z.string(),
  content: z.strictObject({ blocks: part, dataProviders: part, filters: part, layouts: part }),
});

const codePage = z.strictObject({
  kind: z.literal('code'),
  ...common,
  tags: z.array(z.string()).default([]),
  template: z.string().default('custom.html'),
  translations: z.array(
    z.strictObject({
      language: z.string(),
      title: z.string(),
      html: z.string().default(''),
      css: z.string().default(''),
    }),
  ),
});

const pageDocument = z.discriminatedUnion('kind', [studioPage, codePage]);
type PageDocument = z.output<typeof pageDocument>;
type Page = NonNullable<ExportPagesQuery['pageConfigurations']>['nodes'][number];

/** Whether what is published is what is drafted. */
const isCurrent = ({ publishedAt, updatedAt }: Page): boolean =>
  publishedAt !== null && Date.parse(publishedAt) >= Date.parse(updatedAt);

function write(page: Page): PageDocument {
  const { slug, isRestricted, description } = page;
  const head = { slug, isPublished: isCurrent(page), isRestricted, description };
  const written =
    'content' in page
      ? { kind: 'studio', ...head, title: page.title, content: page.content }
      : { kind: 'code', ...head, tags: page.tags, template: page.template, translations: page.translations };
  return pageDocument.parse(toPlainJson(written));
}

async function publish(client: GraphClient, uid: string | undefined, isPublished: boolean, wasPublished: boolean) {
  if (uid === undefined) throw new CommandError('The page cannot be read with this key.', exitCodes.refused);
  if (isPublished) await client.send(PublishPageDocument, { input: { uid } });
  else if (wasPublished) await client.send(UnpublishPageDocument, { input: { uid } });
}

const withoutSlug = ({ slug: _slug, ...input }: JsonObject): JsonObject => input;

/** Studio and code editor pages, without their rulesets. Archived pages are left out: they are no part of the portal. */
export const pageNoun = documentNoun<PageDocument, Page>({
  name: 'pages',
  schema: pageDocument,
  keyOf: ({ slug }) => slug,
  async *read(client) {
    for await (const page of pages(
      async (after) => (await client.send(ExportPagesDocument, { after })).pageConfigurations,
    ))
      if (!page.isArchived) yield page;
  },
  write,
  async create(client, { kind, isPublished, ...input }) {
    const { configuration } =
      kind === 'studio'
        ? (await client.send(CreateStudioPageDocument, { input })).createStudioPage
        : (await client.send(CreateCodeEditorPageDocument, { input })).createCodeEditorPage;
    await publish(client, configuration?.uid, isPublished, false);
  },
  async update(client, page, { kind, isPublished, ...input }) {
    const { uid, publishedAt } = page;
    if (kind !== write(page).kind) throw new CommandError('A page cannot change its kind.', exitCodes.refused);
    const given = { input: { ...withoutSlug(toPlainJson(input)), uid } };
    if (kind === 'studio') await client.send(UpdateStudioPageDocument, given);
    else await client.send(UpdateCodeEditorPageDocument, given);
    await publish(client, uid, isPublished, publishedAt !== null);
  },
  async remove(client, { uid }) {
    await client.send(DeletePageDocument, { input: { uid } });
  },
});
