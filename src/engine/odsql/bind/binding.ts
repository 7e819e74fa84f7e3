import type { FieldType } from '../../records/field.ts';
import { failMeaning, failTypes } from '../errors.ts';
import type { Scope, ScopeField } from '../scope.ts';
import type { Clause } from '../tree.ts';
import type { BoundExpression, ScalarExpression, ValueType } from './bound/bound-expression.ts';

/** What a clause is bound with. */
export class Binding<F extends ScopeField> {
  readonly scope: Scope<F>;
  readonly clause: Clause;
  /** Whether texts have an order in comparisons, as stored filters may use it. */
  readonly ordersTexts: boolean;

  constructor(scope: Scope<F>, clause: Clause, ordersTexts = false) {
    this.scope = scope;
    this.clause = clause;
    this.ordersTexts = ordersTexts;
  }

  /** The field with a name. Fails ODSQL_ERROR, for a hidden field as for a missing one. */
  field(name: string): F {
    return this.scope.find(name) ?? this.malformed(`Unknown field: ${name}`);
  }

  malformed(reason: string): never {
    return failMeaning(this.clause, reason);
  }

  incompatible(reason: string): never {
    return failTypes(this.clause, reason);
  }
}

export const isNumber = (type: ValueType): type is 'int' | 'double' => type === 'int' || type === 'double';
export const isTime = (type: ValueType): type is 'date' | 'datetime' => type === 'date' || type === 'datetime';
export const isGeo = (type: FieldType): boolean => type === 'geo_point_2d' || type === 'geo_shape';

/** Whether an expression has several values for a record. */
export const isMultivalued = <F extends ScopeField>(expression: BoundExpression<F>): boolean =>
  expression.kind === 'field' && expression.field.isMultivalued;

/** A field as an expression. */
export const fieldExpression = <F extends ScopeField>(field: F): ScalarExpression<F> => ({
  kind: 'field',
  type: field.type,
  field,
});

/** Whether an expression is the literal null. */
export const isNullLiteral = (expression: BoundExpression): boolean =>
  expression.kind === 'literal' && expression.value === null;
