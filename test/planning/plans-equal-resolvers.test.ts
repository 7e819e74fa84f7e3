import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '../support/app.ts';
import fc from 'fast-check';
import { NoUnusedFragmentsRule, parse, specifiedRules, validate } from 'graphql';
import { catalogModules } from '#modules/catalog-modules.ts';
import { writeDocument, type Vocabulary } from './support/document-writer.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { callers, seedCatalog } from './seeded/catalog.ts';

const app = await testApp({}, wholeSchema);
const uids = await seedCatalog(app);
const { schema, agree } = await planAndResolvers(app);

const roots = catalogModules.flatMap(({ roots: declared = [] }) => declared.map(({ field }) => field));
const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

interface Page {
  readonly nodes?: readonly { readonly uid: string }[];
  readonly edges: readonly { readonly cursor: string }[];
}

const id = (value: string) => Buffer.from(value).toString('base64url');

const parts = 'nodes { uid } edges { cursor }';

/** Every root that reads a source, and what is worth asking with: cursors and uids of all lists, and what is neither. */
async function vocabulary(): Promise<Vocabulary> {
  const {
    datasets,
    catalog,
    users,
    groups,
    viewer,
    datasourceConnections,
    forms,
    formConfigurations,
    submissions: submitted,
  } = await app.admin.data(`{
    datasets { nodes { resources { ${parts} } processors { ${parts} } fieldConfigurations { ${parts} } schedules { ${parts} } versions { ${parts} } resourceFiles { ${parts} } attachments { ${parts} } alternativeExports { ${parts} } feedback { ${parts} } userRulesets { edges { cursor } } groupRulesets { edges { cursor } } } edges { cursor } }
    datasourceConnections { nodes { uid } edges { cursor } } catalog { edges { cursor } } users { edges { cursor } } groups { edges { cursor } } forms { edges { cursor } } formConfigurations { edges { cursor } } submissions(formSlug: "trees") { edges { cursor } } viewer { keys { edges { cursor } } }
  }`);
  const portal = await app.admin.data(
    `{ glossaryTerms { ${parts} } identityProviders { ${parts} } studioPages { ${parts} } storedAssets { ${parts} nodes { uses { edges { cursor } } sources { edges { cursor } } } } codeEditorPages { edges { cursor } } configured: pageConfigurations { ${parts} } }`,
  );
  const among = (lists: readonly Page[]) => {
    const cursors = lists.flatMap(({ edges }) => edges.map(({ cursor }) => cursor));
    return [...Array.from({ length: 20 }, () => cursors).flat(), 'none', id('["a"]')];
  };
  const of = (field: string): Page[] => datasets.nodes.map((dataset: Readonly<Record<string, Page>>) => dataset[field]);
  const uidsAmong = ({ nodes = [] }: Page) => nodes.map(({ uid }) => uid);
  const uidsOf = (field: string) => of(field).flatMap(uidsAmong);
  const odd = ['', 'nobody', '"; drop table dataset; --', "'", '$1', 'Zürich 🌳'];
  const connections: readonly string[] = datasourceConnections.nodes.map(({ uid }: { uid: string }) => uid);
  const pages = {
    DatasourceConnectionSettings: [datasourceConnections],
    Dataset: [datasets],
    CatalogDataset: [catalog],
    User: [users],
    Group: [groups],
    ApiKey: [viewer.keys],
    Form: [forms],
    FormConfiguration: [formConfigurations],
    Submission: [submitted],
    UserRuleset: of('userRulesets'),
    GroupRuleset: of('groupRulesets'),
    Resource: of('resources'),
    Processor: of('processors'),
    FieldConfiguration: of('fieldConfigurations'),
    Schedule: of('schedules'),
    DatasetVersion: of('versions'),
    ResourceFile: of('resourceFiles'),
    Attachment: of('attachments'),
    AlternativeExport: of('alternativeExports'),
    Feedback: of('feedback'),
    GlossaryTerm: [portal.glossaryTerms],
    IdentityProvider: [portal.identityProviders],
    StudioPage: [portal.studioPages],
    CodeEditorPage: [portal.codeEditorPages],
    PageConfiguration: [portal.configured],
    Asset: [portal.storedAssets],
    AssetRelation: portal.storedAssets.nodes.flatMap(
      ({ uses, sources }: Readonly<Record<'uses' | 'sources', Page>>) => [uses, sources],
    ),
  };
  const submissions = [1, 2, 3, 4, 5, 6].map((index) => `submission-${String(index)}`);
  const images = [1, 2, 3, 4, 5, 6].map((index) => `image-${String(index)}`);
  return {
    schema,
    rootFields: [
      ...roots,
      'datasets',
      'datasets',
      'datasets',
      'dataset',
      'dataset',
      'catalog',
      'viewer',
      'node',
      'nodes',
    ],
    left: new Set([
      'Resource.guessedExtractors',
      'Resource.guessedExtractorParams',
      'Resource.preview',
      'Form.options',
      'Submission.cells',
    ]),
    values: {
      first: [0, 1, 1, 2, 2, 3, 3, 5, 5, 20, 20, 50, 100, 100, 1000, 1000, -1, 1001],
      last: [0, 1, 1, 2, 2, 3, 3, 5, 5, 20, 20, 100, 100, 1000, 1000, -1, 1001],
      offset: [0, 0, 0, 1, 1, 1, 2, 2, 2, 5, 5, 5, 100, 100, -1],
      ...Object.fromEntries(
        Object.entries(pages).flatMap(([type, lists]) =>
          ['after', 'before'].map((argument) => [`${type}Connection.${argument}`, among(lists)]),
        ),
      ),
      uid: [...uids, ...connections.slice(0, 4), ...odd],
      datasetId: [...uids.map((_uid, index) => `set-${String(index)}`), ...odd],
      username: ['admin', 'editor', 'reader', ...odd],
      'Group.uid': ['editors', 'readers', ...odd],
      'GroupRuleset.uid': ['editors', 'readers', ...odd],
      'ResourceFile.uid': [...uidsOf('resourceFiles'), ...odd],
      'Resource.uid': uidsOf('resources'),
      'Processor.uid': uidsOf('processors'),
      'DatasetVersion.uid': uidsOf('versions'),
      'Schedule.uid': uidsOf('schedules'),
      'FieldConfiguration.uid': uidsOf('fieldConfigurations'),
      'GlossaryTerm.uid': [...portal.glossaryTerms.nodes.map(({ uid }: { uid: string }) => uid), ...odd],
      title: ['', 'b', 'zurich', 'PAGE', 'zürich 1', 'set', 'SET 1', 'x'.repeat(201), ...odd, ...odd],
      deletedBy: ['admin', 'editor', ...odd],
      isPublished: [true, false],
      'ApiKeyConnection.label': ['test', ...odd],
      'DatasourceConnectionSettingsConnection.url': ['example', 'files', ...odd],
      ...Object.fromEntries(['isReadOnly', 'isReusable', 'isValid'].map((name) => [name, [true, false]])),
      datasetUid: [...uids.slice(0, 2), ...odd],
      groupUid: ['editors', 'readers', ...odd],
      isRestricted: [true, false],
      createdBy: ['admin', 'editor', ...odd],
      updatedBy: ['admin', ...odd],
      from: ['2020-01-01T00:00:00Z', '2026-01-01T00:00:00+01:00', '9999-01-01T00:00:00Z'],
      until: ['2020-01-01T00:00:00Z', '9999-01-01T00:00:00Z'],
      text: ['', 'b', 'x', 'ELM', ...odd],
      'IdentityProvider.uid': [...portal.identityProviders.nodes.map(({ uid }: { uid: string }) => uid), ...odd],
      'IdentityProviderConnection.name': ['b', 'zurich', ...odd],
      isActive: [true, false],
      language: ['en', 'fr', '__proto__', ...odd],
      'Attachment.uid': uidsOf('attachments'),
      'AlternativeExport.uid': uidsOf('alternativeExports'),
      'Feedback.uid': uidsOf('feedback'),
      recordId: ['', '7', ...odd],
      isArchived: [true, false],
      slug: ['page-1', 'page-2', 'page-3', ...odd],
      formSlug: ['trees', 'trees', 'draft', ...odd],
      hasRevision: [true, false],
      submittedBy: ['reader', ...odd],
      'Submission.uid': submissions,
      'SubmissionImage.id': images,
      'Form.slug': ['trees', 'draft', 'taken-back', ...odd],
      'FormConfiguration.slug': ['trees', 'draft', 'taken-back', ...odd],
      'CodeEditorPageTranslation.language': ['fr', 'en', 'de', 'none'],
      'PageConfiguration.uid': [...uidsAmong(portal.configured), ...odd],
      'Asset.uid': [...uidsAmong(portal.storedAssets), ...uids, ...uidsAmong(portal.studioPages), ...odd],
      relationType: ['federation', 'source', 'join', 'usage'],
      category: ['Water', ...odd],
      isShowcase: [true, false],
      direction: ['uses', 'sources'],
      depth: [1, 2, 3, 20, 0, 21],
      limit: [1, 2, 5, 100, 0, 1001],
      name: ['default', 'internal', 'visualization', ...odd],
      template: ['default', 'asset_content_configuration', ...odd],
      field: ['title', 'theme_id', 'facets', '__proto__', ...odd],
      ids: [
        [],
        uids.map((uid) => id(`Dataset:${uid}`)),
        ['User:reader', 'User:none', 'Group:editors', 'Form:trees'].map(id),
      ],
      id: [
        ...connections.map((uid) => id(`DatasourceConnectionSettings:${uid}`)),
        ...uids.flatMap((uid) => [id(`Dataset:${uid}`), id(`CatalogDataset:${uid}`)]),
        ...[
          'User:reader',
          'Group:editors',
          'Form:trees',
          'Form:draft',
          'FormConfiguration:draft',
          'FormQuota:trees',
          ...submissions.map((uid) => `Submission:${uid}`),
          ...images.map((image) => `SubmissionImage:${image}`),
        ].map(id),
        ...uidsOf('resources').map((uid) => id(`Resource:${uid}`)),
        ...uidsOf('feedback').map((uid) => id(`Feedback:${uid}`)),
        ...uidsOf('fieldConfigurations').map((uid) => id(`FieldConfiguration:${uid}`)),
        ...uidsAmong(portal.studioPages).flatMap((uid) => [id(`StudioPage:${uid}`), id(`PageConfiguration:${uid}`)]),
        ...odd,
      ],
    },
  };
}

test('a plan answers what the resolvers answer, to every caller', async () => {
  const words = await vocabulary();
  const counted = { valid: 0, plannedForAdministrator: 0, planned: 0, resolved: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (g) => {
      const { query, variables } = writeDocument(g, words);
      if (validate(schema, parse(query), rules).length > 0) return;
      counted.valid += 1;
      for (const session of Object.values(callers)) {
        const outcome = await agree(session, { query, variables });
        counted[outcome] += 1;
        if (session === callers.administrator && outcome === 'planned') counted.plannedForAdministrator += 1;
      }
    }),
    { numRuns: 120 },
  );
  // documents that nobody plans prove nothing
  expect(counted.valid).toBeGreaterThan(96);
  expect(counted.plannedForAdministrator / counted.valid).toBeGreaterThan(0.5);
  expect(counted.planned / (counted.planned + counted.resolved)).toBeGreaterThan(0.6);
}, 300_000);
