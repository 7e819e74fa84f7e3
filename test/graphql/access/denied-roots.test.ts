import { expect, test } from '@jest/globals';
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql';
import { catalogSchema as schema } from '#test/support/worker/catalog-schema.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

const app = await testApp({}, wholeSchema);
const { admin, unauthenticated } = app;
const stranger = await seedUser(app, 'stranger');
await seedDataset(admin);
const roots = Object.values(schema.getQueryType()?.getFields() ?? {});

/** The least that an argument takes. */
function sample(type: GraphQLInputType): string {
  const wanted = getNullableType(type);
  if (isListType(wanted)) return '[]';
  if (isInputObjectType(wanted) && wanted.isOneOf) {
    const [member] = Object.values(wanted.getFields());
    return member ? `{${member.name}: ${sample(member.type)}}` : '{}';
  }
  if (isInputObjectType(wanted)) return `{${required(Object.values(wanted.getFields()))}}`;
  if ('getValues' in wanted) return wanted.getValues()[0]?.name ?? '';
  if (wanted.name === 'Boolean') return 'false';
  if (wanted.name.startsWith('JSON') || wanted.name === 'Metadata') return '{}';
  return ['Int', 'Float', 'SafeInt'].includes(wanted.name) ? '1' : '"aaaaaa"';
}
const required = (
  inputs: readonly { readonly name: string; readonly type: GraphQLInputType; readonly defaultValue?: unknown }[],
) =>
  inputs
    .filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
    .map(({ name, type }) => `${name}: ${sample(type)}`)
    .join(', ');

const denials = new Set(['UNAUTHORIZED', 'PERMISSION_DENIED']);
const documentOf = ({ name, args, type }: (typeof roots)[number]) => {
  const given = required(args);
  return `{ asked: ${name}${given && `(${given})`} ${isLeafType(getNamedType(type)) ? '' : '{ __typename }'} catalog(first: 1) { totalCount } }`;
};

test.each(roots.map((root) => [root.name, root] as const))(
  'where %s is denied, the other fields answer all the same',
  async (_name, root) => {
    for (const caller of [unauthenticated, stranger]) {
      const { data, errors = [] } = await caller.graph(documentOf(root));
      const codes = errors.map(({ extensions }) => extensions.code);
      if (!codes.some((code) => denials.has(code))) continue;
      expect([codes.length, data]).toEqual([1, { asked: null, catalog: { totalCount: 0 } }]);
      expect(root.description).toMatch(/[Nn]ull,? with an error/);
    }
  },
);

test('a missing key and a missing right give different errors', async () => {
  const deniedTo = async (caller: typeof unauthenticated) => {
    const answers = await Promise.all(
      roots.map(
        async (root) => [root.name, (await caller.graph(documentOf(root))).errors?.[0]?.extensions.code] as const,
      ),
    );
    return answers.flatMap(([name, code]) => (code !== undefined && denials.has(code) ? [name] : []));
  };
  const [withoutKey, withoutRight] = [await deniedTo(unauthenticated), await deniedTo(stranger)];
  expect(withoutKey).toEqual(expect.arrayContaining(withoutRight));
  expect(new Set(withoutKey.filter((name) => !withoutRight.includes(name)))).toEqual(
    new Set([
      'apiKey',
      'datasourceConnections',
      'datasourceConnection',
      'deletedDatasets',
      'datasets',
      'dataset',
      'formConfigurations',
      'formConfiguration',
      'deletedForms',
      'pageConfigurations',
      'pageConfiguration',
      'studioPageConfigurations',
      'studioPageConfiguration',
      'codeEditorPageConfigurations',
      'codeEditorPageConfiguration',
      'guessExtractors',
      'guessExtractorParams',
      'previewResource',
      'signInSessions',
    ]),
  );
  expect(new Set(withoutRight)).toEqual(
    new Set([
      'groups',
      'group',
      'users',
      'user',
      'metadataTemplates',
      'metadataTemplate',
      'apiKeyByText',
      'userDeletionPreview',
      'groupDeletionPreview',
      'auditEntries',
      'processorTypes',
      'submissions',
      'submissionTable',
      'themeImages',
      'extractors',
      'harvester',
      'harvesterErrors',
      'harvesterPreview',
      'harvesters',
      'jobs',
    ]),
  );
});

/** The mutations that need no key: forms for everyone, and pushes by their own key. A document cannot contain a file. */
const withoutAnswer = new Set([
  'submitForm',
  'pushRecords',
  'createAlternativeExport',
  'createAttachment',
  'uploadResourceFile',
  'uploadPortalImage',
  'uploadThemeImage',
]);

test('a change without a key is UNAUTHORIZED, whatever it names, but for what everyone may send', async () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const refused = await Promise.all(
    mutations.map(async ({ name, args, type }) => {
      const given = required(args);
      const selection = isLeafType(getNamedType(type)) ? '' : '{ __typename }';
      const { errors } = await unauthenticated.graph(`mutation { ${name}${given && `(${given})`} ${selection} }`);
      return [name, errors?.[0]?.extensions.code] as const;
    }),
  );
  expect(refused.filter(([name, code]) => code !== 'UNAUTHORIZED' && !withoutAnswer.has(name))).toEqual([]);
});
