import { CatalogError, failFields, type FieldErrors } from './fail.ts';

/** What is wrong by field, where an error says that; throws any other error. */
export function faultsOf(error: unknown): FieldErrors {
  if (error instanceof CatalogError && error.entry.kind === 'invalid' && error.fields) return error.fields;
  throw error;
}

/**
 * Makes every check in turn and answers what they answer, in their order. Where rules are broken it fails once, with all that is
 * wrong: one fault as its check told it, several as INVALID_INPUT. Any other failure ends it.
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
  // one for each check, for none has failed
  return answers as Answers<Checks>;
}

type Answers<Checks extends readonly (() => unknown)[]> = { readonly [At in keyof Checks]: ReturnType<Checks[At]> };

/** Makes a check that `next` waits for, and answers what it answers; where it breaks rules it fails with what `next` finds as well. */
export async function checkBefore<Answer>(check: () => Answer | Promise<Answer>, next: () => unknown): Promise<Answer> {
  try {
    return await check();
  } catch (error) {
    failWith([{ error, fields: faultsOf(error) }, ...(await faultsIn(next))]);
    throw error;
  }
}

/** A failure of a check, and what it says of fields. */
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
