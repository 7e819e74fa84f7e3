import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import 'reflect-metadata';
import {
  type DefinitionNode,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  NoUnusedFragmentsRule,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { graphiqlTabs } from '#server/pages/graphiql.ts';
import { catalogSchema, clientSchema } from '../support/worker/catalog-schema.ts';
import { restAlone } from './rest-alone.ts';
import { documentsOf, filesBelow, textOf } from './sources.ts';

/** Documents as one file holds them. */
interface Documents {
  readonly file: string;
  readonly definitions: readonly DefinitionNode[];
}

const graphqlFiles = (folder: string): string[] =>
  readdirSync(folder, { encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => `${folder}/${name}`);
const parsed = (file: string, texts: readonly string[]): Documents => ({
  file,
  definitions: texts.flatMap((text) => parse(text).definitions),
});
const filesOf = (folders: readonly string[]): Documents[] =>
  folders.flatMap(graphqlFiles).map((file) => parsed(file, [textOf(file)]));
const matches = (file: string, pattern: RegExp): Documents =>
  parsed(
    file,
    [...textOf(file).matchAll(pattern)].map(([, text = '']) => text),
  );

/** What the documentation and GraphiQL show: the examples in Markdown, and the tabs; those of a dataset's own graph are in `schema/dataset-graph`. */
const shown = [
  parsed(
    'src/server/pages/graphiql.ts',
    graphiqlTabs.map(({ query }) => query),
  ),
  ...documentsOf().map((file) => matches(file, /```graphql\n((?:[^`]|`(?!``))*)```/g)),
]
  .map(({ file, definitions }) => ({ file, definitions: definitions.filter(isForCatalog) }))
  .filter(({ definitions }) => definitions.length > 0);

function isForCatalog(definition: DefinitionNode): boolean {
  if (definition.kind !== Kind.OPERATION_DEFINITION) return false;
  return !definition.selectionSet.selections.every((node) => node.kind === Kind.FIELD && node.name.value === 'records');
}

/** The documents of everything that is a client of the graph, beside REST. */
const ofClients = [
  ...filesOf([
    'schema/tools',
    'schema/cli',
    'schema/dataset-graph',
    'src/portal-page/operations',
    'src/portal-page/admin/operations',
    'examples',
    'examples/one-request',
  ]),
  ...filesBelow('examples/relay/documents').map((file) => matches(file, /graphql`([^`]*)`/g)),
  ...shown,
];

test.each(shown)('the examples in $file are valid for clients', ({ definitions }) => {
  const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
  expect(
    definitions.flatMap((each) => validate(clientSchema, { kind: Kind.DOCUMENT, definitions: [each] }, rules)),
  ).toEqual([]);
});

/** The fields and arguments that documents use, as `Type.field` and `Type.field(argument)`; a field of an interface stands for that of each type. */
function fieldsOf(documents: readonly Documents[], schema: GraphQLSchema): Set<string> {
  const used = new Set<string>();
  const info = new TypeInfo(schema);
  for (const { definitions } of documents)
    visit(
      { kind: Kind.DOCUMENT, definitions },
      visitWithTypeInfo(info, {
        Field: ({ name, arguments: args = [] }) => {
          const parent = info.getParentType();
          const types = isInterfaceType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent];
          for (const type of types)
            for (const argument of ['', ...args.map((each) => `(${each.name.value})`)])
              used.add(`${String(type)}.${name.value}${argument}`);
        },
      }),
    );
  return used;
}

/** The arguments of every list. */
const paging = new Set(['first', 'after', 'last', 'before', 'offset']);

/** The objects of the schema of clients, each with its fields and their arguments, as `field` and `field(argument)`. */
const objects = Object.values(clientSchema.getTypeMap())
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .map((type) => ({
    type: type.name,
    members: Object.values(type.getFields()).flatMap(({ name, args }) => [
      name,
      ...args.filter((each) => !paging.has(each.name)).map((each) => `${name}(${each.name})`),
    ]),
  }));
const usedByRest = fieldsOf(filesOf(['schema/operations']), catalogSchema);
const usedByClients = fieldsOf(ofClients, catalogSchema);
/** What is listed: fields, arguments, and types whose fields all are. */
const listed = Object.values(restAlone)
  .flatMap((types) => Object.entries(types))
  .flatMap(([type, fields]) => fields.split(/\s+/).map((field) => `${type}.${field}`));
const isListed = new Set(listed);

test('a field or an argument of clients that only REST uses is the one way to what it does, for a listed reason', () => {
  expect(usedByClients.size).toBeGreaterThan(200);
  const alone = objects.flatMap(({ type, members }) =>
    members
      .filter((member) => ['all', member, member.replace(/\(.*/, '')].every((each) => !isListed.has(`${type}.${each}`)))
      .map((member) => `${type}.${member}`)
      .filter((member) => usedByRest.has(member) && !usedByClients.has(member)),
  );
  expect(alone).toEqual([]);
});

test('what is listed as the one way is a part of the schema of clients', () => {
  const known = new Set(objects.flatMap(({ type, members }) => ['all', ...members].map((each) => `${type}.${each}`)));
  expect(listed.filter((each) => !known.has(each))).toEqual([]);
});
