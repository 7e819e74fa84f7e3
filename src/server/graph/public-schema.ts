import {
  getNamedType,
  getNullableType,
  type DefinitionNode,
  type GraphQLArgumentConfig,
  type GraphQLFieldConfig,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  type GraphQLType,
  GraphQLUnionType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isTypeDefinitionNode,
  isUnionType,
  Kind,
  type NameNode,
  lexicographicSortSchema,
  parse,
  print,
} from 'graphql';
import {
  isForRest,
  isInheritedForRest,
  isRequiredOfClients,
  narrowedForClients,
  type NarrowedInput,
} from '#api/for-rest.ts';
import { printSdl } from './graph-schema.ts';

/**
 * The schema that clients see: without the elements that only the documents of the REST API use, and without the types that nothing else leads
 * to. Its fields have the resolvers and directives of the whole schema.
 */
export function publicSchemaOf(whole: GraphQLSchema): GraphQLSchema {
  const copies = new Map<string, GraphQLNamedType>();
  const copyOf = <Type extends GraphQLNamedType>(type: Type): Type => {
    const copy = copies.get(type.name) ?? copyType(type);
    copies.set(type.name, copy);
    // A copy is of the same kind.
    return copy as Type;
  };
  const typeOf = <Type extends GraphQLType>(type: Type): Type => {
    const copied: GraphQLType = isListType(type)
      ? new GraphQLList(typeOf(type.ofType))
      : isNonNullType(type)
        ? new GraphQLNonNull(typeOf(type.ofType))
        : copyOf(type as GraphQLNamedType);
    return copied as Type;
  };
  const argumentsOf = (args: Readonly<Record<string, GraphQLArgumentConfig>> = {}) =>
    mapValues(args, (arg) => ({ ...arg, type: typeOf(arg.type) }));
  const fieldsOf = <Context>(fields: Readonly<Record<string, GraphQLFieldConfig<unknown, Context>>>) =>
    mapValues(withoutForRest(fields), (field) => ({
      ...field,
      type: typeOf(field.type),
      args: argumentsOf(field.args),
    }));
  /** The type of a field of an input. An input that is narrowed for clients is narrowed at one place alone, so it is made once. */
  const inputTypeOf = ({ type, extensions }: GraphQLInputFieldConfig): GraphQLInputType => {
    const narrowed = narrowedForClients(extensions);
    const named = getNamedType(type);
    const seen = narrowed && isInputObjectType(named) ? narrow(named, narrowed) : typeOf(type);
    return isRequiredOfClients(extensions) ? new GraphQLNonNull(getNullableType(seen)) : seen;
  };
  const narrow = (type: GraphQLInputObjectType, { name, description, fields }: NarrowedInput) =>
    new GraphQLInputObjectType({
      name,
      description,
      fields: () =>
        Object.fromEntries(
          Object.entries(type.toConfig().fields).flatMap(([field, config]) =>
            fields[field] === undefined
              ? []
              : [[field, { ...config, description: fields[field], type: typeOf(config.type) }]],
          ),
        ),
    });
  const copyType = (type: GraphQLNamedType): GraphQLNamedType => {
    if (isIntrospectionType(type)) return type;
    if (isObjectType(type)) {
      const config = type.toConfig();
      return new GraphQLObjectType({
        ...config,
        interfaces: () => config.interfaces.map(copyOf),
        fields: () => fieldsOf(config.fields),
      });
    }
    if (isInterfaceType(type)) {
      const config = type.toConfig();
      return new GraphQLInterfaceType({
        ...config,
        interfaces: () => config.interfaces.map(copyOf),
        fields: () => fieldsOf(config.fields),
      });
    }
    if (isUnionType(type)) {
      const config = type.toConfig();
      return new GraphQLUnionType({ ...config, types: () => config.types.map(copyOf) });
    }
    if (isInputObjectType(type)) {
      const config = type.toConfig();
      return new GraphQLInputObjectType({
        ...config,
        fields: () =>
          Object.fromEntries(
            Object.entries(withoutForRest(config.fields))
              .filter(([name]) => !isInheritedForRest(config.extensions, name))
              .map(([name, field]) => [name, { ...field, type: inputTypeOf(field) }]),
          ),
      });
    }
    return type;
  };
  const rootOf = (type: GraphQLObjectType | null | undefined) => type && copyOf(type);
  const roots = {
    description: whole.description,
    query: rootOf(whole.getQueryType()),
    mutation: rootOf(whole.getMutationType()),
    subscription: rootOf(whole.getSubscriptionType()),
    directives: whole.getDirectives(),
  };
  return withImplementations(
    whole,
    new GraphQLSchema(roots),
    (types) => new GraphQLSchema({ ...roots, types: types.map(copyOf) }),
  );
}

/** Adds the types by which interfaces of a schema are implemented, which may lead to other interfaces. */
function withImplementations(
  whole: GraphQLSchema,
  reached: GraphQLSchema,
  build: (types: readonly GraphQLObjectType[]) => GraphQLSchema,
): GraphQLSchema {
  const implementing = Object.values(whole.getTypeMap())
    .filter(isObjectType)
    .filter((type) => type.getInterfaces().some(({ name }) => reached.getType(name)));
  if (implementing.every(({ name }) => reached.getType(name))) return reached;
  return withImplementations(whole, build(implementing), build);
}

const mapValues = <Value, Mapped>(values: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

const withoutForRest = <Field extends { readonly extensions?: Readonly<Record<string, unknown>> | null | undefined }>(
  fields: Readonly<Record<string, Field>>,
) => Object.fromEntries(Object.entries(fields).filter(([, { extensions }]) => !isForRest(extensions)));

/** Prints what a schema has beyond that of clients, as SDL that extends it. */
export function printForRest(whole: GraphQLSchema): string {
  const clients = publicSchemaOf(whole);
  const { definitions } = parse(printSdl(lexicographicSortSchema(whole)), { noLocation: true });
  return definitions
    .flatMap((definition) => beyond(definition, clients) ?? [])
    .map((node) => `${print(node)}\n`)
    .join('\n');
}

/** What a definition has beyond the public schema; undefined where it has nothing. */
function beyond(definition: DefinitionNode, clients: GraphQLSchema): DefinitionNode | undefined {
  if (!isTypeDefinitionNode(definition)) return undefined;
  const known = clients.getType(definition.name.value);
  if (!known) return definition;
  if (definition.kind === Kind.OBJECT_TYPE_DEFINITION && isObjectType(known)) {
    const fields = missing(definition.fields, known.getFields());
    return fields.length === 0 ? undefined : { kind: Kind.OBJECT_TYPE_EXTENSION, name: definition.name, fields };
  }
  if (definition.kind === Kind.INTERFACE_TYPE_DEFINITION && isInterfaceType(known)) {
    const fields = missing(definition.fields, known.getFields());
    return fields.length === 0 ? undefined : { kind: Kind.INTERFACE_TYPE_EXTENSION, name: definition.name, fields };
  }
  if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION && isInputObjectType(known)) {
    const fields = missing(definition.fields, known.getFields());
    return fields.length === 0 ? undefined : { kind: Kind.INPUT_OBJECT_TYPE_EXTENSION, name: definition.name, fields };
  }
  return undefined;
}

const missing = <Node extends { readonly name: NameNode }>(
  nodes: readonly Node[] | undefined = [],
  known: Readonly<Record<string, unknown>>,
): Node[] => nodes.filter(({ name }) => !known[name.value]);
