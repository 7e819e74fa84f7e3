import { isJsonObject } from '#kernel/json.ts';
import type { RestInput } from '../request/request-value.ts';
import type { GraphQLNamedOutputType } from 'graphql';
import type { JsonSchema } from '../openapi/json-schema.ts';

/** Converts the data that an operation selects to a body of the contract; `shape` converts the shape of the data in the same way, for the OpenAPI description. */
export interface BodyMapping<Value> {
  /** Whether the mapping changes the data of a request; absent where it always does. Data that is not changed is sent without being parsed. */
  readonly appliesTo?: (input: RestInput) => boolean;
  readonly value: (value: Value) => unknown;
  readonly shape: (shape: BodyShape) => BodyShape;
}

/** A body that equals the selection of its operation. */
export const unchanged: BodyMapping<object> = {
  appliesTo: () => false,
  value: (body) => body,
  shape: (shape) => shape,
};

/** An unchanged body whose schema has a name of its own, because other operations select another part of its type. */
export const named = (name: string): BodyMapping<object> => ({
  ...unchanged,
  shape: (shape) => renameShape(shape, name),
});

/** Whether a mapping may change the data of a request. */
export const applies = <Value>(mapping: BodyMapping<Value> | undefined, input: RestInput): boolean =>
  mapping !== undefined && (mapping.appliesTo?.(input) ?? true);

/** The shape of a list whose items are mapped. */
export const mapItems = <Item>(shape: BodyShape, mapping: BodyMapping<Item> | undefined): BodyShape =>
  mapping && shape.kind === 'list' ? { ...shape, items: mapping.shape(shape.items) } : shape;

/** Leaves out a property. */
export const omit = (name: string): BodyMapping<unknown> => ({
  value: (body) =>
    isJsonObject(body) ? Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)) : body,
  shape: (shape) => withProperties(shape, (properties) => [...properties].filter(([key]) => key !== name)),
});

/** Replaces the connection at a property by its nodes. */
export const replaceByNodes = (name: string): BodyMapping<object> => ({
  value: (body) =>
    Object.fromEntries(
      Object.entries(body).map(([key, value]: [string, unknown]) => [
        key,
        key === name && isJsonObject(value) ? value['nodes'] : value,
      ]),
    ),
  shape: (shape) =>
    withProperty(shape, name, (property) => ({ ...property, shape: propertyAt(property.shape, 'nodes').shape })),
});

/** A shape with one of its properties changed. */
export const withProperty = (shape: BodyShape, name: string, change: (property: Property) => Property): BodyShape =>
  withProperties(shape, (properties) =>
    [...properties].map(([key, property]) => [key, key === name ? change(property) : property]),
  );

/** The shape of a JSON body: an operation's selection, changed by the responder and its mappings. OpenAPI descriptions are derived from it. */
export type BodyShape = LeafShape | TextShape | NumberShape | ListShape | ObjectShape | DeclaredShape;

/** A scalar or an enum of the graph. */
interface LeafShape {
  readonly kind: 'leaf';
  readonly type: GraphQLNamedOutputType;
  /** The graph's name of the field; `openObjectSchema` finds the schema of open JSON by it. */
  readonly field: string;
}

/** A text that the responder writes: an address, a constant, or any other text. */
interface TextShape {
  readonly kind: 'address' | 'text';
  readonly text?: string;
}

/** A whole number that the responder writes. */
interface NumberShape {
  readonly kind: 'number';
}

/** A list, whose items have one shape. */
interface ListShape {
  readonly kind: 'list';
  readonly items: BodyShape;
}

/** An object with named properties. */
export interface ObjectShape {
  readonly kind: 'object';
  /** What the schema is named after: the type of the graph, or the name that a responder gives to the object that it composes. */
  readonly type?: { readonly name: string; readonly description?: string | null | undefined };
  readonly properties: ReadonlyMap<string, Property>;
  /** Whether the object may have more properties, with any names. */
  readonly isOpen?: boolean;
}

/** A body whose schema is declared, because the query decides which properties it has. */
interface DeclaredShape {
  readonly kind: 'declared';
  /** The name of the schema in `schemas`, which also has the schemas that it refers to. */
  readonly name: string;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** A named value of an object. */
export interface Property {
  readonly shape: BodyShape;
  readonly isNullable: boolean;
  /** Whether some answers omit the property. */
  readonly isOptional: boolean;
  readonly description?: string | null | undefined;
}

/** The shape at a dotted path of names. */
export const shapeAt = (shape: BodyShape, path: string): BodyShape => propertyAt(shape, path).shape;

/** The property at a dotted path of names, which starts at an object. */
export function propertyAt(shape: BodyShape, path: string): Property {
  const [name = '', ...below] = path.split('.');
  const found = shape.kind === 'object' ? shape.properties.get(name) : undefined;
  if (!found) throw new Error(`The operation does not select ${path}.`);
  return below.length === 0 ? found : propertyAt(found.shape, below.join('.'));
}

/** An object that a responder composes; its schema gets the name. */
export const composeObject = (name: string, properties: Readonly<Record<string, Property>>): ObjectShape => ({
  kind: 'object',
  type: { name },
  properties: new Map(Object.entries(properties)),
});

/** The name of the schema of a shape; undefined for a value without a name. */
export const nameOfShape = (shape: BodyShape): string | undefined =>
  shape.kind === 'object' ? shape.type?.name : shape.kind === 'list' ? nameOfShape(shape.items) : undefined;

/** The shape of an object, under another name. */
export const renameShape = (shape: BodyShape, name: string): BodyShape =>
  shape.kind === 'object' ? { ...shape, type: { ...shape.type, name } } : shape;

/** A property that every answer has. */
export const requiredProperty = (shape: BodyShape): Property => ({ shape, isNullable: false, isOptional: false });

/** A shape with changed properties. For a list, the properties of its items change. */
export function withProperties(
  shape: BodyShape,
  change: (properties: ReadonlyMap<string, Property>) => Iterable<readonly [string, Property]>,
): BodyShape {
  if (shape.kind === 'list') return { ...shape, items: withProperties(shape.items, change) };
  if (shape.kind !== 'object') throw new Error('Only an object has properties.');
  return { ...shape, properties: new Map(change(shape.properties)) };
}

/** The shape of an object that has the properties of another one where a request asks for them. */
export function addOptionalProperties(expansion: BodyShape | undefined, own: BodyShape): BodyShape {
  if (expansion?.kind !== 'object' || own.kind !== 'object') return own;
  const optional = [...expansion.properties].map(
    ([name, property]) => [name, { ...property, isOptional: true }] as const,
  );
  return { ...own, properties: new Map([...optional, ...own.properties]) };
}
