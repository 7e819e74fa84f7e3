import { isJsonObject } from '#kernel/json.ts';
import type { RestInput } from '../request/rest-input.ts';
import { propertyAt, renameShape, withProperties, type Property, type Shape } from './body-shape.ts';

/** Converts the data that an operation selects to a body of the contract; `shape` converts the shape of the data in the same way, for the OpenAPI description. */
export interface BodyMapping<Value> {
  /** Whether the mapping changes the data of a request; absent where it always does. Data that is not changed is sent without being parsed. */
  readonly appliesTo?: (input: RestInput) => boolean;
  readonly value: (value: Value) => unknown;
  readonly shape: (shape: Shape) => Shape;
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
export const mapItems = <Item>(shape: Shape, mapping: BodyMapping<Item> | undefined): Shape =>
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
export const withProperty = (shape: Shape, name: string, change: (property: Property) => Property): Shape =>
  withProperties(shape, (properties) =>
    [...properties].map(([key, property]) => [key, key === name ? change(property) : property]),
  );
