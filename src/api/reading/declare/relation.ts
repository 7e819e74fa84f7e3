import type { Relation } from './type-source.ts';

/** What a module declares of a relation. */
export type RelationDeclaration<From extends object, To extends object> = Pick<
  Relation<From, To>,
  'from' | 'field' | 'to' | 'on' | 'returns'
> &
  Partial<
    Pick<
      Relation,
      'order' | 'authorizedByParent' | 'isForeignKey' | 'argumentColumn' | 'argument' | 'where' | 'orderFor'
    >
  >;

/** Declares a relation; the column that it starts from is selected with the rows of `from`. */
export function relation<From extends object, To extends object>(
  declaration: RelationDeclaration<From, To>,
): Relation<From, To> {
  const { from, to, field, on } = declaration;
  const declared = Object.freeze({
    order: to.order,
    authorizedByParent: false,
    isForeignKey: false,
    argumentColumn: to.key,
    argument: 'uid',
    ...declaration,
  });
  from.joinColumns.add(on[0]);
  from.relations.set(field, declared);
  return declared;
}
