import type { CatalogDataset } from '#datasets/index.ts';

/** The fields of the graph that the metadata exports write. */
export const exportedFields = [
  ...(['datasetId', 'isRestricted', 'fields', 'hasRecords', 'title', 'description', 'themes', 'keywords'] as const),
  ...(['license', 'language', 'modified', 'territories', 'publisher', 'boundingBox'] as const),
];

/** A dataset as the caller sees it, which the metadata exports describe. */
export interface ExportedDataset extends Pick<CatalogDataset, (typeof exportedFields)[number]> {
  readonly attachments: readonly ExportedAttachment[];
  /** Whether the caller may read records. */
  readonly isDataVisible: boolean;
  /** The metadata values by template and field; null where a field is unset. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A file that is offered for download with a dataset. */
export interface ExportedAttachment {
  readonly uid: string;
  readonly filename: string;
  readonly mimetype: string | null;
}
