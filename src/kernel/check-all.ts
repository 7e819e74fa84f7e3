import { CatalogError, failFields, failOnFields, type FieldErrors } from './fail.ts';

/** The messages of a validation error, by field. Throws any other error again. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (error instanceof CatalogError && error.entry.kind === 'invalid' && error.fields) return error.fields;
  throw error;
}

/** Runs every check in order and returns their results; throws the validation errors of all together, any other at once. */
export function checkAll<const Checks extends readonly (() => unknown)[]>(...checks: Checks): CheckResults<Checks> {
  const failures: CheckFailure[] = [];
  const results: unknown[] = [];
  for (const check of checks) {
    try {
      results.push(check());
    } catch (error) {
      failures.push({ error, fields: fieldErrorsOf(error) });
    }
  }
  throwFailures(failures);
  const complete: unknown = results;
  // No check failed, so every check has one result, in the order of the checks.
  return complete as CheckResults<Checks>;
}

/** `checkAll` for asynchronous checks. Each check begins when the previous one has ended. */
export async function checkAllAsync<const Checks extends readonly (() => unknown)[]>(
  ...checks: Checks
): Promise<AwaitedCheckResults<Checks>> {
  const failures: CheckFailure[] = [];
  const results: unknown[] = [];
  for (const check of checks) {
    try {
      results.push(await check());
    } catch (error) {
      failures.push({ error, fields: fieldErrorsOf(error) });
    }
  }
  throwFailures(failures);
  const complete: unknown = results;
  // No check failed, so every check has one result, in the order of the checks.
  return complete as AwaitedCheckResults<Checks>;
}

type AwaitedCheckResults<Checks extends readonly (() => unknown)[]> = {
  readonly [At in keyof Checks]: Awaited<ReturnType<Checks[At]>>;
};

type CheckResults<Checks extends readonly (() => unknown)[]> = {
  readonly [At in keyof Checks]: ReturnType<Checks[At]>;
};

/** Runs `check`; when it has a validation error, runs `next` as well and throws the validation errors of both. */
export async function checkBefore<Result>(check: () => Result | Promise<Result>, next: () => unknown): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    throwFailures([{ error, fields: fieldErrorsOf(error) }, ...(await failuresOf(next))]);
    throw error;
  }
}

/** The error of a check, and its messages by field. */
interface CheckFailure {
  readonly error: unknown;
  readonly fields: FieldErrors;
}

async function failuresOf(check: () => unknown): Promise<CheckFailure[]> {
  try {
    await check();
    return [];
  } catch (error) {
    return [{ error, fields: fieldErrorsOf(error) }];
  }
}

/** Throws a single failure unchanged, and several as one INVALID_INPUT. Returns when there is no failure. */
function throwFailures(failures: readonly CheckFailure[]): void {
  const [first, ...others] = failures;
  if (!first) return;
  if (others.length === 0) throw first.error;
  failFields(Object.fromEntries(failures.flatMap(({ fields }) => Object.entries(fields))));
}

/** Runs a check whose validation errors name fields below a path. */
export async function checkBelow<Result>(path: string, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'INVALID_INPUT' || !error.fields) throw error;
    return failFields(
      Object.fromEntries(Object.entries(error.fields).map(([field, messages]) => [`${path}.${field}`, messages])),
    );
  }
}

/** Maps items in order. Collects validation errors into one, under the path of the item (`processors.2.type`) if given. */
export async function mapCollectingErrors<Item, Result>(
  items: readonly Item[],
  pathOf: (index: number) => string,
  work: (item: Item, index: number) => Promise<Result> | Result,
): Promise<Result[]> {
  const errors: Record<string, readonly string[]> = {};
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    try {
      results.push(await work(item, index));
    } catch (error) {
      for (const [field, messages] of Object.entries(fieldErrorsOf(error)))
        errors[[pathOf(index), field].filter(Boolean).join('.')] = messages;
    }
  }
  failOnFields(errors);
  return results;
}
