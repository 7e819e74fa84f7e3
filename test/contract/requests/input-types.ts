import { readdirSync, readFileSync } from 'node:fs';
import {
  buildASTSchema,
  getNamedType,
  GraphQLInputObjectType,
  GraphQLNonNull,
  GraphQLString,
  isInputObjectType,
  isInputType,
  Kind,
  OperationTypeNode,
  parse,
  parseType,
  print,
  typeFromAST,
  visit,
  type GraphQLInputType,
  type InputObjectTypeDefinitionNode,
  type InputObjectTypeExtensionNode,
  type InputValueDefinitionNode,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { inputsByKind, wireNamesOf } from '#rest/request/request-value.ts';
import { bodyKindOf, routesOf, type Operation } from './operations.ts';

const graph = parse(
  ['schema/schema.graphql', 'schema/rest.graphql'].map((file) => readFileSync(file, 'utf8')).join('\n'),
);
const inputs = new Map(
  graph.definitions.flatMap((node) =>
    node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? [[node.name.value, node]] : [],
  ),
);

/** What the fields of an input are called in a body: null where no body has them. What clients must send, a body may leave out. */
const codeEditorPage = { translations: null, isPublished: null, titles: 'title' };
const harvester = {
  settings: null,
  isRestrictingDatasets: 'restrictDatasetsVisibility',
  isDeletingMissingDatasets: 'deleteMissingDatasets',
  forcedMetadata: 'forcedMetas',
};
const studioPage = { isRestricted: null, isPublic: 'public' };
const namesInBodies: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  CreateCodeEditorPageInput: codeEditorPage,
  UpdateCodeEditorPageInput: codeEditorPage,
  CreateStudioPageInput: studioPage,
  UpdateStudioPageInput: studioPage,
  CreateHarvesterInput: harvester,
  UpdateHarvesterInput: harvester,
  PreviewHarvesterInput: harvester,
};

function asInBodies<Node extends InputObjectTypeDefinitionNode | InputObjectTypeExtensionNode>(node: Node): Node {
  const names = namesInBodies[node.name.value];
  if (!names) return node;
  const fields = (node.fields ?? []).flatMap((field) => {
    const name = field.name.value in names ? names[field.name.value] : field.name.value;
    const type = parseType(print(field.type).replace(/!$/, ''));
    return name == null ? [] : [{ ...field, type, name: { ...field.name, value: name } }];
  });
  return { ...node, fields };
}

/** The graph's inputs by kind as REST writes them: one object with `type` and the fields of all kinds. */
const schema = buildASTSchema(
  visit(graph, {
    // Bodies have one connection for all kinds, and its settings next to `type`.
    InputValueDefinition({ type, ...node }) {
      if (node.name.value === 'settings' && print(type).startsWith('ConnectionSettingsInput')) return null;
      return { ...node, type: parseType(print(type).replace(/^\w+ConnectionInput\b/, 'ConnectionInput')) };
    },
    InputObjectTypeExtension: asInBodies,
    InputObjectTypeDefinition(node) {
      const byKind = inputsByKind[node.name.value];
      if (!byKind) return asInBodies(node);
      const members = node.fields?.flatMap(({ type }) => inputs.get(print(type))?.fields ?? []) ?? [];
      const fields = new Map(
        members.map((field) => [field.name.value, { ...field, type: parseType(print(field.type).replace(/!$/, '')) }]),
      );
      const [type] = fieldsOfInput(`type: ${byKind.kinds}!`);
      return { ...node, directives: [], fields: [...(type ? [type] : []), ...fields.values()] };
    },
  }),
);

function fieldsOfInput(fields: string): readonly InputValueDefinitionNode[] {
  const [node] = parse(`input A { ${fields} }`).definitions;
  return node?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? (node.fields ?? []) : [];
}

const definitions = readdirSync('schema/operations').flatMap(
  (name) => parse(readFileSync(`schema/operations/${name}`, 'utf8')).definitions,
);

/** The GraphQL operation of a route. */
const definitionsOf = (operation: Operation): readonly OperationDefinitionNode[] =>
  definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === routesOf(operation)[0]?.operation
      ? [definition]
      : [],
  );

/** The number of root fields that the GraphQL operation of a route selects. */
export const rootFieldsOf = (operation: Operation): number =>
  definitionsOf(operation).flatMap(({ selectionSet }) => selectionSet.selections).length;

/** The mutations that the GraphQL operation of a route selects. */
export const mutationsOf = (operation: Operation): readonly string[] =>
  definitionsOf(operation)
    .filter((definition) => definition.operation === OperationTypeNode.MUTATION)
    .flatMap(({ selectionSet }) => selectionSet.selections)
    .flatMap((selection) => (selection.kind === Kind.FIELD ? [selection.name.value] : []));

/** The type of `$input` of the GraphQL operation of a route, in the shape of the REST body. */
export function inputTypeOf(operation: Operation, body: JsonObject): GraphQLInputType {
  const variables = definitionsOf(operation).flatMap(({ variableDefinitions = [] }) => variableDefinitions);
  const input = variables.find(({ variable }) => variable.name.value === 'input');
  const type = input ? getNamedType(typeFromAST(schema, input.type)) : typeOfVariables(operation, variables);
  if (!isInputObjectType(type)) throw new Error(`${operation.name} has no input.`);
  const { data } = bodyKindOf(operation) === 'form' ? type.getFields() : {};
  if (data) return data.type;
  return typeOfKind(type, body['type']);
}

/** The type of a body whose properties are the variables of a query. */
const typeOfVariables = (
  { name }: Operation,
  variables: readonly VariableDefinitionNode[],
): GraphQLInputObjectType | undefined =>
  variables.length === 0
    ? undefined
    : new GraphQLInputObjectType({
        name: `${name.replace(/\W/g, '')}Variables`,
        fields: Object.fromEntries(
          variables.flatMap(({ variable, type: node }) => {
            const type = typeFromAST(schema, node);
            return isInputType(type) ? [[variable.name.value, { type }] as const] : [];
          }),
        ),
      });

/** The graph nests fields below their kind; REST has them next to `type` (docs/contract/objects.md, Field configurations). */
function typeOfKind(type: GraphQLInputObjectType, kind: Json | undefined): GraphQLInputType {
  const { configuration, ...fields } = type.toConfig().fields;
  const kinds = configuration && getNamedType(configuration.type);
  const ofKind = isInputObjectType(kinds) && typeof kind === 'string' && getNamedType(kinds.getFields()[kind]?.type);
  if (!isInputObjectType(ofKind)) return type;
  return new GraphQLInputObjectType({
    name: `${type.name}_${ofKind.name}`,
    fields: { ...fields, ...ofKind.toConfig().fields, type: { type: new GraphQLNonNull(GraphQLString) } },
  });
}

/** The fields of a type and of the types below that the values reach, each with whether one of the values has it. */
export function fieldsOf(values: readonly Json[], type: GraphQLInputType): readonly (readonly [string, boolean])[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  const objects = values.flat().filter(isJsonObject);
  return Object.values(named.getFields()).flatMap((field) => {
    const found = objects.flatMap((value) =>
      wireNamesOf(named.name, field.name)
        .slice(0, 1)
        .flatMap((name) => value[name] ?? []),
    );
    return [[`${named.name}.${field.name}`, found.length > 0] as const, ...fieldsOf(found, field.type)];
  });
}
