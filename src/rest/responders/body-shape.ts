import type { GraphQLNamedOutputType } from 'graphql';

/** What a JSON body consists of: the selection of an operation as the responder and its mappings change it. Descriptions are made of it. */
export type Shape = LeafShape | TextShape | ListShape | ObjectShape;

/** A scalar or an enum of the graph. */
export interface LeafShape {
  readonly kind: 'leaf';
  readonly type: GraphQLNamedOutputType;
  /** The graph's name of the field, by which open objects are known. */
  readonly field: string;
}

/** A text that the responder writes: one that is always the same, or an address. */
export interface TextShape {
  readonly kind: 'text';
  readonly text?: string;
}

export interface ListShape {
  readonly kind: 'list';
  readonly items: Shape;
}

export interface ObjectShape {
  readonly kind: 'object';
  /** The type of the graph, by whose name the shape goes; absent where a responder composed the object. */
  readonly type?: GraphQLNamedOutputType;
  readonly properties: ReadonlyMap<string, Property>;
  /** Whether it has other names too. */
  readonly isOpen?: boolean;
}

/** A named value of an object. */
export interface Property {
  readonly shape: Shape;
  readonly isNullable: boolean;
  /** Whether some answers leave it out. */
  readonly isOptional: boolean;
  readonly description?: string | null | undefined;
}

/** The part of a shape that a path of names leads to. */
export const shapeAt = (shape: Shape, path: string): Shape => propertyAt(shape, path).shape;

/** The same with what is known of its place; a path starts at an object. */
export function propertyAt(shape: Shape, path: string): Property {
  const [name = '', ...below] = path.split('.');
  const found = shape.kind === 'object' ? shape.properties.get(name) : undefined;
  if (!found) throw new Error(`The operation does not select ${path}.`);
  return below.length === 0 ? found : propertyAt(found.shape, below.join('.'));
}

/** An object that a responder composes. */
export const composed = (properties: Readonly<Record<string, Property>>): ObjectShape => ({
  kind: 'object',
  properties: new Map(Object.entries(properties)),
});

/** A property that every answer has. */
export const always = (shape: Shape): Property => ({ shape, isNullable: false, isOptional: false });

/** The properties of an object, changed; a list is changed in its items. */
export function withProperties(
  shape: Shape,
  change: (properties: ReadonlyMap<string, Property>) => Iterable<readonly [string, Property]>,
): Shape {
  if (shape.kind === 'list') return { ...shape, items: withProperties(shape.items, change) };
  if (shape.kind !== 'object') throw new Error('Only an object has properties.');
  return { ...shape, properties: new Map(change(shape.properties)) };
}
