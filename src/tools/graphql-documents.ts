import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  Kind,
  parse,
  print,
  visit,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
} from 'graphql';
import type { Plugin } from 'esbuild';

/** The modules that sources import documents from, and the folders of the documents. `npm run codegen` writes their types there. */
const folderOf: Readonly<Record<string, string>> = {
  'src/rest/generated/operations.ts': 'schema/operations',
  'src/mcp/generated/operations.ts': 'schema/tools',
  'src/cli/generated/operations.ts': 'schema/cli',
  'src/dataset-graph/generated/operations.ts': 'schema/dataset-graph',
  'src/portal-page/generated/operations.ts': 'src/portal-page/operations',
  'src/portal-page/admin/generated/operations.ts': 'src/portal-page/admin/operations',
};

/** Reads the operations of a folder by name, each with the fragments that it needs. */
export function readOperations(folder: string): ReadonlyMap<string, DocumentNode> {
  const definitions = readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .flatMap((file) => parse(readFileSync(join(folder, file), 'utf8'), { noLocation: true }).definitions);
  const fragments = new Map(definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]));
  return new Map(
    definitions
      .filter(isOperation)
      .map((operation) => [
        operation.name?.value ?? '',
        { kind: Kind.DOCUMENT, definitions: [operation, ...fragmentsOf(operation, fragments)] },
      ]),
  );
}

const isFragment = (node: DefinitionNode): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION;
const isOperation = (node: DefinitionNode): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION;

/** The fragments that an operation spreads, directly or in other fragments. */
function fragmentsOf(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FragmentDefinitionNode[] {
  const found = new Set<FragmentDefinitionNode>();
  const collect = (node: DefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (!fragment || found.has(fragment)) return;
        found.add(fragment);
        collect(fragment);
      },
    });
  };
  collect(operation);
  return [...found];
}

/** The folder of the documents whose results the page keeps in a normalized cache. */
const cachedFolder = 'src/portal-page/admin/operations';

/** The operations of a folder of the page, by name. Those of the cache ask for the type of each object, by which it keeps them. */
function pageOperations(folder: string): ReadonlyMap<string, DocumentNode> {
  const operations = readOperations(folder);
  if (folder !== cachedFolder) return operations;
  return new Map([...operations].map(([name, document]) => [name, withTypenames(document)]));
}

const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** Adds `__typename` to all that is selected, except at the root. */
const withTypenames = (document: DocumentNode): DocumentNode =>
  visit(document, {
    SelectionSet(node, _key, parent) {
      if (parent !== undefined && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION) return undefined;
      return { ...node, selections: [...node.selections, typename] };
    },
  });

/** The documents of the page of the portal by their hash: the page sends the hash, and the service knows the text. */
export const pageDocuments = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['src/portal-page/operations', cachedFolder]
      .flatMap((folder) => [...pageOperations(folder).values()])
      .map(print)
      .map((text) => [hashOf(text), text]),
  );

const hashOf = (text: string): string => `sha256:${hash('sha256', text)}`;

/** The enums of the schema, those that only REST uses included, as constants that have each value by its name. */
const enumConstants = (): string[] =>
  ['schema/schema.graphql', 'schema/rest.graphql']
    .flatMap((file) => parse(readFileSync(file, 'utf8')).definitions)
    .filter((node) => node.kind === Kind.ENUM_TYPE_DEFINITION)
    .map(({ name, values = [] }) => {
      const members = Object.fromEntries(values.map((each) => [each.name.value, each.name.value]));
      return `export const ${name.value} = ${JSON.stringify(members)};`;
    });

/** Compiles documents into bundles, so that a start needs no types; for the portal's page, their hashes. */
export const graphqlDocuments: Plugin = {
  name: 'graphql-documents',
  setup(bundle) {
    bundle.onResolve({ filter: /generated\/operations\.ts$/ }, ({ path, resolveDir }) => {
      const file = path.startsWith('#') ? `src/${path.slice(1)}` : relative('.', join(resolveDir, path));
      return folderOf[file] === undefined ? undefined : { path: file, namespace: 'documents' };
    });
    bundle.onLoad({ filter: /./, namespace: 'documents' }, ({ path }) => {
      const isPage = dirname(path).startsWith('src/portal-page');
      const folder = folderOf[path] ?? '';
      const documents = [...pageOperations(folder)].map(([name, document]) => {
        const meta = isPage && { __meta__: { hash: hashOf(print(document)) } };
        // a normalized cache reads the document itself
        const value = { ...(folder === cachedFolder || !isPage ? document : {}), ...meta };
        return `export const ${name}Document = ${JSON.stringify(value)};`;
      });
      return { contents: [...documents, ...(isPage ? [] : enumConstants())].join('\n'), loader: 'js' };
    });
  },
};
