import { fail } from '#kernel/fail.ts';

/** Fails REVISION_MISMATCH where a change expects another revision of a locked object. */
export function requireRevision(
  { revision }: { readonly revision: number },
  expectedRevision: number | null | undefined,
): void {
  if (expectedRevision != null && expectedRevision !== revision) fail('REVISION_MISMATCH', { revision });
}
