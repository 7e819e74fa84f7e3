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
  publication: z
    .enum(['none', 'current', 'earlier'])
    .default('none')
    .describe(
      'What visitors see: nothing, the page as the file has it, or what was published earlier. A portal that has no earlier one shows nothing.',
    ),
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

/** What visitors see of a page, whose draft may be ahead of what was published. */
const publicationOf = ({ publishedAt, isDraftPublished }: Page): PageDocument['publication'] => {
  if (publishedAt === null) return 'none';
  return isDraftPublished ? 'current' : 'earlier';
};

function write(page: Page): PageDocument {
  const { slug, isRestricted, description } = page;
  const head = { slug, publication: publicationOf(page), isRestricted, description };
  const written =
    'content' in page
      ? { kind: 'studio', ...head, title: page.title, content: page.content }
      : { kind: 'code', ...head, tags: page.tags, template: page.template, translations: page.translations };
  return pageDocument.parse(toPlainJson(written));
}

/** Publishes a page or takes it from the portal. What was published earlier stays. */
async function publish(
  client: GraphClient,
  uid: string | undefined,
  publication: PageDocument['publication'],
  wasPublished: boolean,
): Promise<void> {
  if (uid === undefined) throw new CommandError('The page cannot be read with this key.', exitCodes.refused);
  if (publication === 'current') await client.send(PublishPageDocument, { input: { uid } });
  if (publication === 'none' && wasPublished) await client.send(UnpublishPageDocument, { input: { uid } });
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
  async create(client, { kind, publication, ...input }) {
    const { configuration } =
      kind === 'studio'
        ? (await client.send(CreateStudioPageDocument, { input })).createStudioPage
        : (await client.send(CreateCodeEditorPageDocument, { input })).createCodeEditorPage;
    await publish(client, configuration?.uid, publication, false);
  },
  async update(client, page, { kind, publication, ...input }) {
    const { uid, publishedAt } = page;
    if (kind !== write(page).kind) throw new CommandError('A page cannot change its kind.', exitCodes.refused);
    const given = { input: { ...withoutSlug(toPlainJson(input)), uid } };
    if (kind === 'studio') await client.send(UpdateStudioPageDocument, given);
    else await client.send(UpdateCodeEditorPageDocument, given);
    await publish(client, uid, publication, publishedAt !== null);
  },
  async remove(client, { uid }) {
    await client.send(DeletePageDocument, { input: { uid } });
  },
});
