/** The parts of a dataset that versions record separately (docs/contract/objects.md, Versions). */
export const sectionNames = [
  'data',
  'metadata',
  'security',
  'processors',
  'fields',
  'resources',
  'schedules',
  'attachments',
] as const;

/** The name of a part of a dataset. */
export type SectionName = (typeof sectionNames)[number];
