import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type JsonObject, toPlainJson } from '#kernel/json.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import {
  ArchivePageDocument,
  CreateCodeEditorPageDocument,
  CreateStudioPageDocument,
  DeletePageDocument,
  type ExportPagesQuery,
  ExportPagesDocument,
  PublishPageDocument,
  ReplacePageRulesetDocument,
  UnarchivePageDocument,
  UnpublishPageDocument,
  UpdateCodeEditorPageDocument,
  UpdateStudioPageDocument,
} from '../generated/operations.ts';
import type { GraphClient } from '../graph-client.ts';
import { documentNoun } from './document-noun.ts';
import { pages } from './pages.ts';
import { completePublication, inconsistentPublication, isPublicationConsistent, publication } from './publication.ts';

const jsonMap = z.record(z.string(), z.json());
const part = jsonMap.default({});
const common = {
  slug: z.string().describe('The slug, which is the identity of the page, with its kind.'),
  publication: publication.describe(
    'What visitors see: nothing, the page as the file has it, or `published`. Without that, `earlier` leaves what visitors see.',
  ),
  isRestricted: z.boolean().default(false).describe('Whether only users with a ruleset see the page.'),
  isArchived: z.boolean().default(false).describe('Whether the page is archived: visitors do not see it.'),
  rulesets: z
    .array(
      z.strictObject({
        user: z.string().optional().describe('A username.'),
        group: z.string().optional().describe('The uid of a group.'),
        permissions: z.array(z.string()),
      }),
    )
    .optional()
    .describe('Who sees and edits the page. Left out: as it is on the instance.'),
};

const studioTexts = {
  title: z.string(),
  content: z.strictObject({ blocks: part, dataProviders: part, filters: part, layouts: part }),
};
const translations = z.array(
  z.strictObject({
    language: z.string(),
    title: z.string(),
    html: z.string().default(''),
    css: z.string().default(''),
  }),
);
const description = z.string().default('');
const publishedDescription = 'With `publication: earlier`: what visitors see, while the rest of the file is the draft.';

const studioPage = z.strictObject({
  kind: z.literal('studio'),
  ...common,
  description,
  ...studioTexts,
  published: z
    .strictObject({ description, ...studioTexts })
    .optional()
    .describe(publishedDescription),
});

const codePage = z.strictObject({
  kind: z.literal('code'),
  ...common,
  description,
  tags: z.array(z.string()).default([]),
  template: z.string().default('custom.html'),
  translations,
  published: z.strictObject({ description, translations }).optional().describe(publishedDescription),
});

const pageDocument = z
  .discriminatedUnion('kind', [studioPage, codePage])
  .refine(isPublicationConsistent, inconsistentPublication);
type PageDocument = z.output<typeof pageDocument>;
type Page = NonNullable<ExportPagesQuery['pageConfigurations']>['nodes'][number];

/** How files name a page: `about`, and `about (code)` for a code editor page, as one slug may be that of a page of each kind. */
export const namePage = ({ slug, kind }: { readonly slug: string; readonly kind?: string | undefined }): string =>
  kind === 'code' ? `${slug} (code)` : slug;

/** What visitors see of a page, whose draft may be ahead of what was published. */
const publicationOf = ({ publishedAt, isDraftPublished }: Page): PageDocument['publication'] => {
  if (publishedAt === null) return 'none';
  return isDraftPublished ? 'current' : 'earlier';
};

type Published = NonNullable<PageDocument['published']>;

/** What visitors see of a page; undefined while it is not published. */
function publishedOf(page: Page): Published | undefined {
  if (page.publishedAt === null) return undefined;
  const description = page.publishedDescription ?? '';
  if ('translations' in page) return { description, translations: [...(page.publishedTranslations ?? [])] };
  const { publishedTitle: title, publishedContent: content } = page;
  return studioPage.shape.published.parse(toPlainJson({ description, title, content }));
}

/** The texts of the draft as a publication publishes them. */
const draftOf = (document: PageDocument): Published => {
  const { description } = document;
  return 'translations' in document
    ? { description, translations: document.translations }
    : { description, title: document.title, content: document.content };
};

type Ruleset = NonNullable<PageDocument['rulesets']>[number];

const writeRuleset = ({ user, group, permissions }: Page['rulesets']['nodes'][number]): Ruleset => ({
  ...(user ? { user: user.username } : { group: group?.uid ?? '' }),
  permissions: permissions.toSorted(),
});

const granteeOf = ({ user, group = '' }: Ruleset): string => (user === undefined ? `group ${group}` : `user ${user}`);

const byGrantee = (one: Ruleset, other: Ruleset): number => (granteeOf(one) < granteeOf(other) ? -1 : 1);

/** Replaces the rights of users and groups on a page. */
async function setRulesets(client: GraphClient, uid: string | undefined, rulesets: readonly Ruleset[]): Promise<void> {
  for (const { user, group, permissions } of rulesets)
    await client.send(ReplacePageRulesetDocument, {
      input: { uid, grantee: user === undefined ? { groupUid: group } : { username: user }, permissions },
    });
}

/** What users and groups keep of their rights, and what they have then: nobody sees a new state by a right that its file takes away. */
function rulesetWork({ rulesets: wanted }: PageDocument, before: readonly Ruleset[] = []) {
  if (wanted === undefined) return { kept: [], given: [] };
  const byName = new Map(wanted.map((each) => [granteeOf(each), new Set(each.permissions)]));
  const left = before.map((each) => ({
    ...each,
    permissions: each.permissions.filter((permission) => byName.get(granteeOf(each))?.has(permission)),
  }));
  const known = new Map(left.map((each) => [granteeOf(each), each.permissions.length]));
  return {
    kept: left.filter(({ permissions }, index) => permissions.length < (before[index]?.permissions.length ?? 0)),
    given: wanted.filter((each) => known.get(granteeOf(each)) !== new Set(each.permissions).size),
  };
}

function write(page: Page): PageDocument {
  const { slug, isRestricted, isArchived, description, canManage, rulesets } = page;
  if (rulesets.totalCount > rulesets.nodes.length)
    throw new CommandError(`The page ${slug} has more than ${rulesets.nodes.length} rulesets.`);
  const head = {
    ...{ slug, publication: publicationOf(page), isRestricted, isArchived, description },
    ...(canManage && { rulesets: rulesets.nodes.map(writeRuleset).toSorted(byGrantee) }),
  };
  const written =
    'content' in page
      ? { kind: 'studio', ...head, title: page.title, content: page.content }
      : { kind: 'code', ...head, tags: page.tags, template: page.template, translations: page.translations };
  const published = head.publication === 'earlier' ? publishedOf(page) : undefined;
  return pageDocument.parse(toPlainJson({ ...written, ...(published && { published }) }));
}

/** Publishes a page or takes it from the portal. What was published earlier stays. */
async function publish(
  client: GraphClient,
  uid: string | undefined,
  wanted: PageDocument['publication'],
  wasPublished: boolean,
): Promise<void> {
  if (uid === undefined) throw new CommandError('The page cannot be read with this key.', exitCodes.refused);
  const action = { input: { uid, canBeArchived: true } };
  if (wanted === 'current') await client.send(PublishPageDocument, action);
  if (wanted === 'none' && wasPublished) await client.send(UnpublishPageDocument, action);
}

/** The rest of a page as its input has it: what has operations of its own is left out. */
function inputOf({
  kind: _kind,
  publication: _publication,
  published: _published,
  isArchived: _archived,
  rulesets: _rulesets,
  ...input
}: PageDocument) {
  return input;
}

const withoutSlug = ({ slug: _slug, ...input }: JsonObject): JsonObject => input;

/** Changes the draft of a page: to that of its file, or to other texts. */
async function sendDraft(
  client: GraphClient,
  uid: string | undefined,
  document: PageDocument,
  texts?: Published,
): Promise<void> {
  const values = withoutSlug(toPlainJson({ ...inputOf(document), ...texts }));
  const given = { input: { ...values, uid, canBeArchived: true } };
  if (document.kind === 'studio') await client.send(UpdateStudioPageDocument, given);
  else await client.send(UpdateCodeEditorPageDocument, given);
}

/** Studio and code editor pages. */
export const pageNoun = documentNoun<PageDocument, Page>({
  name: 'pages',
  schema: pageDocument,
  creationRights: [['create_page'], ['edit_page'], ['manage_page']],
  keyOf: namePage,
  shortNameOf: (key) => key.replace(/ \(code\)$/, ''),
  read: (client) => pages(async (after) => (await client.send(ExportPagesDocument, { after })).pageConfigurations),
  write,
  complete: (document, page) => {
    const { rulesets } = write(page);
    const kept = document.rulesets ?? rulesets;
    const { published: _published, ...draft } = document;
    return pageDocument.parse({
      ...draft,
      ...completePublication<Published>(document, { stored: publishedOf(page), draft: draftOf(document) }),
      ...(kept && { rulesets: kept.map(sortedPermissions).toSorted(byGrantee) }),
    });
  },
  async create(client, document, { session }) {
    const { published } = document;
    if (document.publication === 'earlier' && published === undefined)
      session.warn(`pages/${namePage(document)}: its file does not have what visitors saw (published). It is a draft.`);
    const input = { ...inputOf(document), ...published };
    const { configuration } =
      document.kind === 'studio'
        ? (await client.send(CreateStudioPageDocument, { input })).createStudioPage
        : (await client.send(CreateCodeEditorPageDocument, { input })).createCodeEditorPage;
    const uid = configuration?.uid;
    await setRulesets(client, uid, rulesetWork(document).given);
    if (document.isArchived) await client.send(ArchivePageDocument, { input: { uid } });
    await publish(client, uid, published ? 'current' : document.publication, false);
    if (published) await sendDraft(client, uid, document);
  },
  // visitors see what the instance has until they see what the file has: it is hidden first, and shown last
  async update(client, page, document) {
    const { uid, publishedAt, isArchived } = page;
    if (document.isArchived && !isArchived) await client.send(ArchivePageDocument, { input: { uid } });
    const { kept, given } = rulesetWork(document, write(page).rulesets);
    await setRulesets(client, uid, kept);
    const hidden = { ...document, isRestricted: document.isRestricted || page.isRestricted };
    const { published } = document;
    if (published && !isDeepStrictEqual(published, publishedOf(page))) {
      await sendDraft(client, uid, hidden, published);
      await publish(client, uid, 'current', false);
    }
    await sendDraft(client, uid, hidden);
    await publish(client, uid, document.publication, publishedAt !== null);
    if (!document.isRestricted && page.isRestricted) await sendDraft(client, uid, document);
    await setRulesets(client, uid, given);
    if (!document.isArchived && isArchived) await client.send(UnarchivePageDocument, { input: { uid } });
  },
  async remove(client, { uid }) {
    await client.send(DeletePageDocument, { input: { uid } });
  },
});

const sortedPermissions = ({ permissions, ...ruleset }: Ruleset): Ruleset => ({
  ...ruleset,
  permissions: permissions.toSorted(),
});
