import type { Traversal } from './type-source.ts';

/** Declares a traversal. */
export function traversal<From extends object, To extends object>(
  declaration: Traversal<From, To>,
): Traversal<From, To> {
  declaration.from.traversals.set(declaration.field, declaration);
  return declaration;
}
