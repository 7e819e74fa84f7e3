import { CatalogError, failFields, failOnFields, type FieldErrors } from './fail.ts';

/** The messages of an invalid input, by field; throws any other error. */
export function faultsOf(error: unknown): FieldErrors {
  if (error instanceof CatalogError && error.entry.kind === 'invalid' && error.fields) return error.fields;
  throw error;
}

/**
 * Runs every check in order and returns their results. Validation errors are collected: a single one is thrown as it is, several
 * are thrown as one INVALID_INPUT. Any other error is thrown at once.
 */
export function checkAll<const Checks extends readonly (() => unknown)[]>(...checks: Checks): Answers<Checks> {
  const faults: Fault[] = [];
  const answers: unknown = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      return void faults.push({ error, fields: faultsOf(error) });
    }
  });
  failWith(faults);
  // one result for each check, as none has failed
  return answers as Answers<Checks>;
}

/** The same for checks that may wait: each begins when the one before it has ended. */
export async function checkAllAsync<const Checks extends readonly (() => unknown)[]>(
  ...checks: Checks
): Promise<AwaitedAnswers<Checks>> {
  const faults: Fault[] = [];
  const collected: unknown[] = [];
  for (const check of checks) {
    try {
      collected.push(await check());
    } catch (error) {
      faults.push({ error, fields: faultsOf(error) });
    }
  }
  failWith(faults);
  const answers: unknown = collected;
  // one for each check, for none has failed
  return answers as AwaitedAnswers<Checks>;
}

type AwaitedAnswers<Checks extends readonly (() => unknown)[]> = {
  readonly [At in keyof Checks]: Awaited<ReturnType<Checks[At]>>;
};

type Answers<Checks extends readonly (() => unknown)[]> = { readonly [At in keyof Checks]: ReturnType<Checks[At]> };

/** Runs a check before `next` and returns its result. A validation error of the check is thrown together with those of `next`. */
export async function checkBefore<Answer>(check: () => Answer | Promise<Answer>, next: () => unknown): Promise<Answer> {
  try {
    return await check();
  } catch (error) {
    failWith([{ error, fields: faultsOf(error) }, ...(await faultsIn(next))]);
    throw error;
  }
}

/** The error of a check, and its messages by field. */
interface Fault {
  readonly error: unknown;
  readonly fields: FieldErrors;
}

async function faultsIn(check: () => unknown): Promise<Fault[]> {
  try {
    await check();
    return [];
  } catch (error) {
    return [{ error, fields: faultsOf(error) }];
  }
}

function failWith([first, ...others]: readonly Fault[]): void {
  if (first && others.length === 0) throw first.error;
  if (first) failFields([first, ...others].reduce((all, { fields }) => ({ ...all, ...fields }), {}));
}

/**
 * Maps items one after another. Validation errors are collected into one INVALID_INPUT, with each field named below the path of its
 * item (`processors.2.type`); an empty path leaves the names as they are.
 */
export async function mapBelow<Item, Result>(
  items: readonly Item[],
  pathOf: (at: number) => string,
  work: (item: Item, at: number) => Promise<Result> | Result,
): Promise<Result[]> {
  const faults: Record<string, readonly string[]> = {};
  const results: Result[] = [];
  for (const [at, item] of items.entries()) {
    try {
      results.push(await work(item, at));
    } catch (error) {
      for (const [field, messages] of Object.entries(faultsOf(error)))
        faults[[pathOf(at), field].filter(Boolean).join('.')] = messages;
    }
  }
  failOnFields(faults);
  return results;
}
