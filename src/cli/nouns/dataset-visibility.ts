import { canonicalJson, type Json, toPlainJson } from '#kernel/json.ts';
import type { WrittenDatasetFragment } from '../generated/operations.ts';
import type { DatasetDocument } from './dataset-document.ts';
import { publishingSections } from './publish-dataset.ts';
import { writeDataset } from './write-dataset.ts';

/** The part of a document that says who sees a dataset. */
export type Visibility = Pick<DatasetDocument, 'isRestricted' | 'defaultSecurity' | 'rulesets'>;

/**
 * Who sees a published dataset until its publication has ended, where the file changes both: those alone whose ruleset stays the same, so that
 * nobody reads the old records by new rights, or the new ones by old rights. Undefined where the rights of the file can hold at once.
 */
export function visibilityMeanwhile(
  document: DatasetDocument,
  stored: WrittenDatasetFragment | undefined,
  sections: ReadonlySet<string>,
): Visibility | undefined {
  if (!stored?.isPublished) return undefined;
  const isPublishing = stored.status?.next != null || publishingSections.some((each) => sections.has(each));
  if (document.isPublished && !isPublishing) return undefined;
  const written = writeDataset(stored);
  const isChanged = (name: 'defaultSecurity' | 'rulesets') =>
    document[name] !== undefined && textOf(document[name]) !== textOf(written[name]);
  const isOpened = stored.isRestricted && document.isRestricted === false;
  if (!isOpened && !isChanged('defaultSecurity') && !isChanged('rulesets')) return undefined;
  const { rulesets } = written;
  const kept = new Set(Array.isArray(rulesets) ? (rulesets as readonly Json[]).map(textOf) : []);
  return {
    isRestricted: true,
    defaultSecurity: document.defaultSecurity,
    rulesets: document.rulesets?.filter((each) => kept.has(textOf(each))),
  };
}

/** The part of a document that says who sees the dataset. */
export const visibilityOf = (
  { datasetId, isPublished, defaultSecurity, rulesets, ...document }: DatasetDocument,
  { isRestricted }: Pick<WrittenDatasetFragment, 'isRestricted'>,
): DatasetDocument => ({
  ...{ datasetId, isPublished, defaultSecurity, rulesets },
  isRestricted: document.isRestricted ?? isRestricted,
});

const textOf = (value: unknown): string => canonicalJson(toPlainJson(value ?? null));
