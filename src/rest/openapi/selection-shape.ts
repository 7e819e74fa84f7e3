import {
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { memberFormOf } from '#api/planning/collect-fields.ts';
import type { ObjectShape, Property, Shape } from '../responders/body-mapping.ts';

/** The shape of an operation's data: the types of the schema, narrowed to the selected fields. */
export function selectionShape(schema: GraphQLSchema, document: DocumentNode): ObjectShape {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new Error('A persisted operation has a root type.');
  return objectShape({ schema, document }, root, operation.selectionSet);
}

/** The document of an operation, and the schema that describes its types. */
interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

function objectShape(operation: Operation, type: GraphQLCompositeType, selectionSet: SelectionSetNode): ObjectShape {
  const properties = new Map<string, Property>();
  const found = propertiesOf(operation, type, selectionSet);
  for (const [name, property] of found) {
    // Of two properties with the same name, the property that is always present counts.
    if (property !== 'spread' && (!properties.has(name) || !property.isOptional)) properties.set(name, property);
  }
  const isOpen = found.some(([, property]) => property === 'spread');
  return { kind: 'object', type, properties, ...(isOpen && { isOpen }) };
}

/** A property and its name, or the name of a field whose members are properties of any name. */
type NamedProperty = readonly [name: string, property: Property | 'spread'];

/** The properties of a selection, fragments included. */
const propertiesOf = (
  operation: Operation,
  type: GraphQLCompositeType,
  { selections }: SelectionSetNode,
): NamedProperty[] =>
  selections.flatMap((selection) =>
    selection.kind === Kind.FIELD
      ? [[(selection.alias ?? selection.name).value, propertyOf(operation, type, selection)]]
      : fragmentProperties(operation, type, selection),
  );

function propertyOf(operation: Operation, parent: GraphQLCompositeType, selection: FieldNode): Property | 'spread' {
  const field = 'getFields' in parent ? parent.getFields()[selection.name.value] : undefined;
  if (!field) throw new Error(`${parent.name} has no field ${selection.name.value}.`);
  const form = memberFormOf([selection]);
  if (form === 'spread') return form;
  const isOmittedIfNull = form === 'omitIfNull' && !isNonNullType(field.type);
  return {
    shape: shapeOf(operation, field.type, selection),
    isNullable: !isNonNullType(field.type) && !isOmittedIfNull,
    isOptional: isIncludedOnDemand(selection) || isOmittedIfNull,
    description: field.description,
  };
}

function shapeOf(operation: Operation, outer: GraphQLOutputType, selection: FieldNode): Shape {
  const type = isNonNullType(outer) ? outer.ofType : outer;
  if (isListType(type)) return { kind: 'list', items: shapeOf(operation, type.ofType, selection) };
  if (isCompositeType(type) && selection.selectionSet) return objectShape(operation, type, selection.selectionSet);
  return { kind: 'leaf', type: getNamedType(type), field: selection.name.value };
}

/** The properties of a fragment; optional where the fragment applies only to some types of an interface. */
function fragmentProperties(
  operation: Operation,
  type: GraphQLCompositeType,
  selection: Exclude<SelectionNode, FieldNode>,
): NamedProperty[] {
  const { typeCondition, selectionSet } =
    selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentNamed(operation.document, selection.name.value);
  const narrowed = typeCondition ? operation.schema.getType(typeCondition.name.value) : type;
  if (!isCompositeType(narrowed)) throw new Error('A fragment selects fields of an object.');
  const isOptional = (isAbstractType(type) && isObjectType(narrowed)) || isIncludedOnDemand(selection);
  return propertiesOf(operation, narrowed, selectionSet).map(([name, property]) => [
    name,
    isOptional && property !== 'spread' ? { ...property, isOptional } : property,
  ]);
}

const isIncludedOnDemand = ({ directives = [] }: SelectionNode): boolean =>
  directives.some(({ name }) => name.value === 'include');

function fragmentNamed({ definitions }: DocumentNode, name: string): FragmentDefinitionNode | InlineFragmentNode {
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name) return definition;
  throw new Error(`There is no fragment ${name}.`);
}
