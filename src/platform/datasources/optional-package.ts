import { fail } from '#kernel/fail.ts';

/** Loads a package that an installation may omit. Fails SOURCE_FAILED when it is missing. */
export async function loadOptionalPackage<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code));
    if (!isMissing) throw error;
    return fail('SOURCE_FAILED', {
      reason: `sources of this kind need the package ${name}, which an administrator must install.`,
    });
  }
}
