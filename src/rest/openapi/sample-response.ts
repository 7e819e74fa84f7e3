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
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/** Where a value of a specimen comes from. */
export interface Origin {
  /** The response names that lead to it, with a dot after each. */
  readonly position: string;
  /** The graph's name of the field. */
  readonly field: string;
  readonly type: GraphQLOutputType;
  readonly description: string | null | undefined;
  /** Whether only some answers have it: it is of some types of an interface, or of an object that is there on demand. */
  readonly isConditional: boolean;
}

/** Carries the origin of an object or a list through all that a route does to it. */
const origin = Symbol('origin');
/** Says of an object that it is a map of any names. */
export const open = Symbol('open');

/** A scalar or enum value of a specimen: a text, and a number beyond any page. */
class Leaf extends String {
  readonly [origin]: Origin;
  constructor(from: Origin) {
    super(Number.MAX_SAFE_INTEGER);
    this[origin] = from;
  }
}

export const isLeaf = (value: unknown): boolean => value instanceof Leaf;

/** The origin of a value; undefined for what no operation answered. */
export const originOf = (value: unknown): Origin | undefined =>
  typeof value === 'object' && value !== null && origin in value ? (value[origin] as Origin) : undefined;

/** What a specimen is made from. */
export interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

/**
 * An answer to an operation in which every value tells its origin. Where absent positions are told, these are null, and what
 * is included on a condition is left out.
 */
export function sampleResponse(operation: Operation, absent?: ReadonlySet<string>): object {
  const definition = getOperationAST(operation.document);
  const root = definition && operation.schema.getRootType(definition.operation);
  if (!root) throw new Error('A persisted operation has a root.');
  return objectOf(
    { ...operation, absent },
    { type: root, selectionSet: definition.selectionSet, position: '', isConditional: false },
  );
}

interface Making extends Operation {
  readonly absent: ReadonlySet<string> | undefined;
}

/** What is selected of one object. */
interface Selected {
  readonly type: GraphQLCompositeType;
  readonly selectionSet: SelectionSetNode;
  readonly position: string;
  readonly isConditional: boolean;
}

function objectOf(making: Making, selected: Selected): object {
  const values = new Map<string, unknown>();
  for (const [field, from] of fieldsOf(making, selected)) {
    // of two fields with one name, the one that every type has wins
    if (!values.has(nameOf(field)) || !from.isConditional) values.set(nameOf(field), valueOf(making, field, from));
  }
  return Object.fromEntries(values);
}

/** The fields that a selection names, fragments included. */
function fieldsOf(making: Making, { type, selectionSet, position, isConditional }: Selected): [FieldNode, Origin][] {
  return selectionSet.selections.flatMap((selection): [FieldNode, Origin][] => {
    if (making.absent && selection.directives?.some(({ name }) => name.value === 'include')) return [];
    if (selection.kind === Kind.FIELD) {
      const field = 'getFields' in type ? type.getFields()[selection.name.value] : undefined;
      if (!field) throw new Error(`${type.name} has no field ${selection.name.value}.`);
      return [
        [
          selection,
          {
            position: `${position}${nameOf(selection)}.`,
            field: field.name,
            type: field.type,
            description: field.description,
            isConditional,
          },
        ],
      ];
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentNamed(making.document, selection.name.value);
    const narrowed = fragment.typeCondition ? making.schema.getType(fragment.typeCondition.name.value) : type;
    if (!isCompositeType(narrowed)) throw new Error('A fragment is about objects.');
    const isNarrower = isAbstractType(type) && isObjectType(narrowed);
    return fieldsOf(making, {
      type: narrowed,
      selectionSet: fragment.selectionSet,
      position,
      isConditional: isConditional || isNarrower,
    });
  });
}

function valueOf(making: Making, field: FieldNode, from: Origin): unknown {
  if (making.absent?.has(from.position)) return null;
  return presentValue(making, field, from, from.type);
}

function presentValue(making: Making, field: FieldNode, from: Origin, outer: GraphQLOutputType): unknown {
  const type = isNonNullType(outer) ? outer.ofType : outer;
  if (isListType(type))
    return Object.assign([presentValue(making, field, { ...from, type: type.ofType }, type.ofType)], {
      [origin]: from,
    });
  if (isCompositeType(type) && field.selectionSet) {
    return {
      ...objectOf(making, {
        type,
        selectionSet: field.selectionSet,
        position: from.position,
        isConditional: isOnDemand(field),
      }),
      [origin]: from,
    };
  }
  return getNamedType(type).name === 'JSONObject' ? { [origin]: from, [open]: true } : new Leaf(from);
}

const isOnDemand = ({ directives = [] }: FieldNode): boolean => directives.some(({ name }) => name.value === 'include');

const nameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

function fragmentNamed({ definitions }: DocumentNode, name: string) {
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name) return definition;
  throw new Error(`There is no fragment ${name}.`);
}

/** The positions below a body that may be null: all that it carries but the body itself. */
export function nullablePositions(body: unknown): Set<string> {
  const inner = typeof body === 'object' && body !== null ? Object.values(body) : [];
  return new Set(
    inner.flatMap((value: unknown) => {
      const from = originOf(value);
      return [...(from && !isNonNullType(from.type) ? [from.position] : []), ...nullablePositions(value)];
    }),
  );
}
