import { expect, test } from '@jest/globals';
import {
  getNamedType,
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';
import { toNodeId } from '#kernel/ids.ts';
import { createIdDecoder, type IdPosition, typesAt } from '#server/graph/global-ids.ts';
import { testApp } from '#test/support/app.ts';
import { publishRecords } from '#test/support/datasets/records.ts';
import { seedForm } from '#test/support/portal/forms.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';
import { uploadFile } from '#test/support/sources/resources.ts';
import { clientSchema } from '#test/support/worker/catalog-schema.ts';

const decodeIds = createIdDecoder(clientSchema);
const types = Object.values(clientSchema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const nameOf = ({ owner, field, name }: IdPosition) => (field ? `${owner}.${field.name}(${name})` : `${owner}.${name}`);

/** Every argument of type ID of the public schema, with a document that gives it by a variable. */
const argumentPositions = types.flatMap((type) =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).flatMap((field) =>
        field.args
          .filter((arg) => getNamedType(arg.type).name === 'ID')
          .map((arg) => ({
            position: {
              owner: type.name,
              name: arg.name,
              field: { name: field.name, returns: getNamedType(field.type).name },
            },
            isList: isListType(getNullableType(arg.type)),
            document: parse(
              `query ($value: ${String(arg.type)}) { ...F } fragment F on ${type.name} { ${field.name}(${arg.name}: $value) { __typename } }`,
            ),
          })),
      )
    : [],
);

/** A way from an argument to the values of an input type. */
interface Way {
  readonly field: string;
  readonly argument: string;
  readonly type: GraphQLInputType;
  readonly members: readonly { readonly name: string; readonly type: GraphQLInputType }[];
}

/** The shortest way to each input type. */
const ways = new Map<GraphQLInputObjectType, Way>();
let next = types.flatMap((type): Way[] =>
  isObjectType(type)
    ? Object.values(type.getFields()).flatMap((field) =>
        field.args.map((arg) => ({
          field: `${type.name}.${field.name}`,
          argument: arg.name,
          type: arg.type,
          members: [],
        })),
      )
    : [],
);
while (next.length > 0)
  next = next.flatMap((way): Way[] => {
    const type = getNamedType(way.members.at(-1)?.type ?? way.type);
    if (!isInputObjectType(type) || ways.has(type)) return [];
    ways.set(type, way);
    return Object.values(type.getFields()).map((member) => ({ ...way, members: [...way.members, member] }));
  });

/** A value of a type, in a list where the type is one. */
const listed = (type: GraphQLInputType, value: unknown) => (isListType(getNullableType(type)) ? [value] : value);

/** Every member of type ID of an input, with a document and the value of its variable. */
const memberPositions = [...ways].flatMap(([owner, { field, argument, type, members }]) =>
  Object.values(owner.getFields())
    .filter((member) => getNamedType(member.type).name === 'ID')
    .map((member) => {
      const [parent = '', name = ''] = field.split('.');
      return {
        position: { owner: owner.name, name: member.name },
        isList: isListType(getNullableType(member.type)),
        document: parse(
          `query ($value: ${String(type)}) { ...F } fragment F on ${parent} { ${name}(${argument}: $value) { __typename } }`,
        ),
        wrap: (value: unknown) =>
          [{ name: '', type }, ...members, member].reduceRight<unknown>(
            (inner, each) =>
              each.name === ''
                ? listed(type, inner)
                : { [each.name]: each === member ? inner : listed(each.type, inner) },
            value,
          ),
      };
    }),
);

const positions = [
  ...argumentPositions.map((each) => ({ ...each, wrap: (value: unknown) => value })),
  ...memberPositions,
];

/** What is taken as it is, by the reason. */
const verbatim = {
  'It takes ids of all types.': ['Query.node(id)', 'Query.nodes(ids)'],
  'It names a new object.': [
    'CreateCodeEditorPageInput.slug',
    'CreateFormInput.slug',
    'CreateGroupInput.uid',
    'CreateStudioPageInput.slug',
  ],
  'The id of a page has its uid, not its slug.': [
    'PageConfigurationFilter.slug',
    'Query.codeEditorPage(slug)',
    'Query.studioPage(slug)',
  ],
  'It is the key of an object that may be deleted, of a type that a member beside it names.': [
    'AuditEntryFilter.objectKey',
  ],
};

const keys: Readonly<Record<string, string>> = { Record: 'da_000001:the-key', ResourceFile: 'da_000001/the-key' };
const idOf = (type: string) => toNodeId(type, keys[type] ?? 'the-key');

test('every argument and member of type ID takes ids, except those with a reason', () => {
  const found = positions.filter(({ position }) => typesAt(clientSchema, position).length === 0);
  expect(positions.length).toBeGreaterThan(100);
  expect(found.map(({ position }) => nameOf(position)).sort()).toEqual(Object.values(verbatim).flat().sort());
});

test.each(positions.map((each) => [nameOf(each.position), each] as const))(
  '%s takes the id of an object as its key, and refuses ids of other types',
  (_name, { position, isList, document, wrap }) => {
    const given = (value: string) => ({ value: wrap(isList ? [value] : value) });
    const decoded = (value: string) => {
      const variables = given(value);
      decodeIds(document, variables);
      return variables;
    };
    const accepted = typesAt(clientSchema, position);
    for (const type of accepted) expect(decoded(idOf(type))).toEqual(given('the-key'));
    for (const key of ['the-key', 'da_000001', '0'.repeat(40), 'Rm9ybTp', '']) expect(decoded(key)).toEqual(given(key));
    const other = ['User', 'Schedule'].find((type) => !accepted.includes(type)) ?? '';
    if (accepted.length === 0 || accepted.includes('ResourceFile'))
      expect(decoded(idOf(other))).toEqual(given(idOf(other)));
    else expect(() => decoded(idOf(other))).toThrow(`This is the id of a ${other}.`);
  },
);

const app = await testApp({ WORKER: 'off' });
const { admin, unauthenticated } = app;
const uid = await seedDataset(admin, { isRestricted: false });
await publishRecords(app, uid, [{ name: 'height', type: 'int' }], [{ height: 12 }]);
const dataset = toNodeId('Dataset', uid);

test('an id is a uid as a variable, its default and a text of the document, the first time and again', async () => {
  const published = toNodeId('CatalogDataset', uid);
  const byVariable =
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { uid } catalogDataset(by: { uid: $uid }) { uid } }';
  const byInput = 'query ($by: DatasetBy!) { dataset(by: $by) { uid } catalogDataset(by: $by) { uid } }';
  const byDefault = byVariable.replace('$uid: ID!', `$uid: ID = "${published}"`);
  const byText = `{ dataset(by: { uid: "${dataset}" }) { uid } catalogDataset(by: { uid: "${published}" }) { uid } }`;
  const found = { dataset: { uid }, catalogDataset: { uid } };
  for (const id of [dataset, published, uid, dataset]) {
    expect(await admin.data(byVariable, { uid: id })).toEqual(found);
    expect(await admin.data(byInput, { by: { uid: id } })).toEqual(found);
    expect(await admin.data(byDefault)).toEqual(found);
    expect(await admin.data(byText)).toEqual(found);
  }
});

test('so it is where resolvers answer, and in fields below the roots', async () => {
  const query = `query ($by: DatasetBy!, $record: ID!) { catalogDataset(by: $by) {
    records { nodes { id recordId } } record(recordId: $record) { id values }
  } }`;
  const { catalogDataset } = await unauthenticated.data(query, { by: { uid: dataset }, record: '0' });
  const [record] = catalogDataset.records.nodes;
  expect(catalogDataset.record).toBeNull();
  for (const given of [record.id, record.recordId])
    expect((await unauthenticated.data(query, { by: { uid }, record: given })).catalogDataset.record).toEqual({
      id: record.id,
      values: { height: 12 },
    });
});

test('mutations take ids, alone and in lists', async () => {
  await seedUser(app, 'ada', { groups: ['editors'] });
  const { createUser } = await admin.data(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { groups { nodes { id uid } } } } }',
    { input: { username: 'bob', groupUids: [toNodeId('Group', 'editors')] } },
  );
  expect(createUser.user.groups.nodes).toEqual([{ id: toNodeId('Group', 'editors'), uid: 'editors' }]);
  const append = `mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { id uid } } }`;
  const { appendProcessor } = await admin.data(append, {
    input: { datasetUid: dataset, type: 'decode_html_entities', label: '', params: { field: 'height' } },
  });
  const { id } = appendProcessor.processor;
  const removed = await admin.data(
    `mutation { deleteProcessor(input: { datasetUid: "${dataset}", uid: "${id}" }) { deletedId uid } }`,
  );
  expect(removed.deleteProcessor).toEqual({ deletedId: id, uid: appendProcessor.processor.uid });
});

test('forms by the ids of both sides, and files by theirs', async () => {
  await seedForm(admin, 'survey');
  for (const type of ['Form', 'FormConfiguration']) {
    const found = await admin.data('query ($id: ID!) { formConfiguration(slug: $id) { slug } }', {
      id: toNodeId(type, 'survey'),
    });
    expect(found).toEqual({ formConfiguration: { slug: 'survey' } });
  }
  await uploadFile(app, { datasetUid: uid, filename: 'a.csv', content: 'a\n1\n' });
  const { dataset: found } = await admin.data(
    `{ dataset(by: { uid: "${uid}" }) { resourceFiles { nodes { id uid } } } }`,
  );
  const [file] = found.resourceFiles.nodes;
  const again = await admin.data(
    'query ($by: DatasetBy!, $id: ID!) { dataset(by: $by) { resourceFile(uid: $id) { id } } }',
    { by: { uid: dataset }, id: file.id },
  );
  expect(again).toEqual({ dataset: { resourceFile: { id: file.id } } });
});

test('the id of another type is refused with the types that are taken, and node takes it', async () => {
  const wrong = toNodeId('Group', 'editors');
  const message = 'This is the id of a Group. Give the id of a Dataset or CatalogDataset.';
  const query = 'query ($by: DatasetBy!) { dataset(by: $by) { uid } }';
  for (const [text, variables] of [
    [query, { by: { uid: wrong } }],
    [query, { by: { uid: wrong } }],
    [`{ dataset(by: { uid: "${wrong}" }) { uid } }`, {}],
  ] as const) {
    const { errors = [] } = await admin.graph(text, variables);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    expect(errors[0]?.message).toContain(message);
  }
  const node = 'query ($id: ID!) { node(id: $id) { __typename id } nodes(ids: [$id]) { id } }';
  expect(await admin.data(node, { id: wrong })).toEqual({
    node: { __typename: 'Group', id: wrong },
    nodes: [{ id: wrong }],
  });
});

test('a variable that is an id in one place and a uid in another is refused where it is an id', async () => {
  const query = 'query ($id: ID!) { node(id: $id) { id } dataset(by: { uid: $id }) { uid } }';
  const { errors = [] } = await admin.graph(query, { id: dataset });
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  expect(errors[0]?.message).toContain('Use two variables.');
  expect(await admin.data(query, { id: uid })).toEqual({ node: null, dataset: { uid } });
});

test('texts that are no ids of the graph stay what they are', async () => {
  const query = 'query ($by: DatasetBy!) { dataset(by: $by) { uid } }';
  for (const text of [toNodeId('Unknown', uid), `${dataset}=`, Buffer.from('Dataset').toString('base64url')])
    expect(await admin.data(query, { by: { uid: text } })).toEqual({ dataset: null });
});

test('the keys of all types whose ids are accepted for a slug are slugs', () => {
  const types = positions
    .filter(({ position: { name } }) => /slug$/i.test(name))
    .flatMap(({ position }) => typesAt(clientSchema, position));
  expect([...new Set(types)].toSorted()).toEqual(['Form', 'FormConfiguration']);
});
