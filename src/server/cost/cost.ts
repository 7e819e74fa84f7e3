/** The variables of an operation. */
export type Variables = Readonly<Record<string, unknown>>;

/** A number that may depend on variables, such as a cost in thousandths of a point. */
export type Amount = number | ((variables: Variables) => number);

export const valueOf = (amount: Amount, variables: Variables): number =>
  typeof amount === 'number' ? amount : amount(variables);

/** The sum of two amounts; a number where neither depends on variables. */
export function add(left: Amount, right: Amount): Amount {
  if (left === 0) return right;
  if (right === 0) return left;
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  return (variables) => valueOf(left, variables) + valueOf(right, variables);
}

/** The product of two amounts; a number where neither depends on variables. */
export function multiply(left: Amount, right: Amount): Amount {
  if (left === 0 || right === 0) return 0;
  if (left === 1) return right;
  if (right === 1) return left;
  if (typeof left === 'number' && typeof right === 'number') return left * right;
  return (variables) => valueOf(left, variables) * valueOf(right, variables);
}

/** An amount where a variable has a value; otherwise 0. */
export const when = (name: string, expected: boolean, amount: Amount): Amount =>
  amount === 0 ? 0 : (variables) => (variables[name] === expected ? valueOf(amount, variables) : 0);
