import type { ConfiguredFieldStep } from '../../engine/field-steps/registry.ts';

/** A field configuration as versions and orders keep it. */
export type CapturedFieldConfiguration = ConfiguredFieldStep & { readonly label: string };
