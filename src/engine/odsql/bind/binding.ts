import type { FieldType } from '#engine/records/field.ts';
import { failSemantics, failIncompatibleTypes } from '../errors.ts';
import type { Scope, ScopeField } from '../scope.ts';
import type { Clause } from '../tree.ts';
import type { BoundExpression, ScalarExpression, ValueType } from './bound/bound-expression.ts';

/** The context in which a clause is bound. */
export class Binding<F extends ScopeField> {
  readonly scope: Scope<F>;
  readonly clause: Clause;
  /** Whether texts can be compared by order, as stored filters may do. */
  readonly ordersTexts: boolean;

  constructor(scope: Scope<F>, clause: Clause, ordersTexts = false) {
    this.scope = scope;
    this.clause = clause;
    this.ordersTexts = ordersTexts;
  }

  /** Finds a field by its name. Fails ODSQL_ERROR; a hidden field gives the same error as a missing one. */
  field(name: string): F {
    return this.scope.find(name) ?? this.malformed(`Unknown field: ${name}`);
  }

  /** Fails ODSQL_ERROR in this clause. */
  malformed(reason: string): never {
    return failSemantics(this.clause, reason);
  }

  /** Fails INCOMPATIBLE_TYPES in this clause. */
  incompatible(reason: string): never {
    return failIncompatibleTypes(this.clause, reason);
  }
}

/** Whether values of a type are numbers. */
export const isNumber = (type: ValueType): type is 'int' | 'double' => type === 'int' || type === 'double';
/** Whether values of a type are dates or datetimes. */
export const isTime = (type: ValueType): type is 'date' | 'datetime' => type === 'date' || type === 'datetime';
/** Whether values of a type are points or shapes. */
export const isGeo = (type: FieldType): boolean => type === 'geo_point_2d' || type === 'geo_shape';

/** Whether an expression can have several values for a record. */
export const isMultivalued = <F extends ScopeField>(expression: BoundExpression<F>): boolean =>
  expression.kind === 'field' && expression.field.isMultivalued;

/** The expression that reads a field. */
export const fieldExpression = <F extends ScopeField>(field: F): ScalarExpression<F> => ({
  kind: 'field',
  type: field.type,
  field,
});

/** Whether an expression is the literal null. */
export const isNullLiteral = (expression: BoundExpression): boolean =>
  expression.kind === 'literal' && expression.value === null;
