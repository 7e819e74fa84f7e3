import type { ConfiguredFieldStep } from '#engine/field-steps/registry.ts';

/** A field configuration in a version or a publication run. */
export type CapturedFieldConfiguration = ConfiguredFieldStep & { readonly label: string };
