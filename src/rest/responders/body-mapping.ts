import { isJsonObject } from '../../kernel/json.ts';
import { propertyAt, withProperties, type Property, type Shape } from './body-shape.ts';

/** Converts the data that an operation selects to a body of the contract; `shape` converts the shape of the data in the same way, for the OpenAPI description. */
export interface BodyMapping<Value> {
  readonly value: (value: Value) => unknown;
  readonly shape: (shape: Shape) => Shape;
}

/** A body that equals the selection of its operation. */
export const unchanged: BodyMapping<object> = { value: (body) => body, shape: (shape) => shape };

/** The shape of a list whose items are mapped. */
export const mapItems = <Item>(shape: Shape, mapping: BodyMapping<Item> | undefined): Shape =>
  mapping && shape.kind === 'list' ? { ...shape, items: mapping.shape(shape.items) } : shape;

/** Leaves out a property. */
export const omit = (name: string): BodyMapping<unknown> => ({
  value: (body) =>
    isJsonObject(body) ? Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)) : body,
  shape: (shape) => withProperties(shape, (properties) => [...properties].filter(([key]) => key !== name)),
});

/** Leaves out properties that are null: all of them, or only those with the given names. */
export const omitNulls = (...names: readonly string[]): BodyMapping<object> => {
  const isOmitted = (name: string): boolean => names.length === 0 || names.includes(name);
  return {
    value: (body) =>
      Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !isOmitted(name))),
    shape: (shape) =>
      withProperties(shape, (properties) =>
        [...properties].map(([name, property]) => [
          name,
          property.isNullable && isOmitted(name) ? { ...property, isNullable: false, isOptional: true } : property,
        ]),
      ),
  };
};

/** Maps the value of a property, or each item where it is a list. */
export const mapProperty = (name: string, inner: BodyMapping<object>): BodyMapping<object> => ({
  value: (body) =>
    Object.fromEntries(
      Object.entries(body).map(([key, value]: [string, unknown]) => [
        key,
        key === name ? mapEach(value, inner) : value,
      ]),
    ),
  shape: (shape) => withProperty(shape, name, (property) => ({ ...property, shape: inner.shape(property.shape) })),
});

function mapEach(value: unknown, inner: BodyMapping<object>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapEach(item, inner));
  return isJsonObject(value) ? inner.value(value) : value;
}

/** Applies mappings one after the other. */
export const applyInOrder = (...mappings: readonly BodyMapping<object>[]): BodyMapping<object> => ({
  value: (body) =>
    mappings.reduce<unknown>((value, mapping) => (isJsonObject(value) ? mapping.value(value) : value), body),
  shape: (shape) => mappings.reduce((mapped, mapping) => mapping.shape(mapped), shape),
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

/** Moves the names of an open object into the object that contains it, whose own names take precedence. */
export const spreadProperty = (name: string): BodyMapping<object> => ({
  value: (body) => {
    const { [name]: inner, ...own }: Record<string, unknown> = { ...body };
    return isJsonObject(inner) ? { ...own, ...inner, ...own } : own;
  },
  shape: (shape) => {
    const others = withProperties(shape, (properties) => [...properties].filter(([key]) => key !== name));
    return others.kind === 'object' ? { ...others, isOpen: true } : others;
  },
});

/** A shape with one of its properties changed. */
export const withProperty = (shape: Shape, name: string, change: (property: Property) => Property): Shape =>
  withProperties(shape, (properties) =>
    [...properties].map(([key, property]) => [key, key === name ? change(property) : property]),
  );

/** An extractor or a type of processor, whose parameters omit members that are null. */
export const omitNullsOfParameters = mapProperty('parameters', omitNulls());
