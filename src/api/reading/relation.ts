import type { Order, Source } from './source.ts';

/** Which rows of one source belong to a row of another. */
export interface Relation<From extends object = object, To extends object = object> {
  readonly from: Source<From>;
  readonly to: Source<To>;
  /** Column of `from` → column of `to`. */
  readonly on: readonly [from: string, to: string];
  /** The order of the related rows; that of `to` unless told. */
  readonly order: Order;
}

/** Declares a relation; its rows carry the column that it starts from. */
export function relation<From extends object, To extends object>(
  declaration: Omit<Relation<From, To>, 'order'> & { readonly order?: Order },
): Relation<From, To> {
  declaration.from.carried.add(declaration.on[0]);
  return Object.freeze({ order: declaration.to.order, ...declaration });
}
