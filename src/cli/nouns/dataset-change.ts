import type { DatasetDocument } from './dataset-document.ts';
import type { Session } from './noun.ts';
import type { ConnectionNames } from './write-dataset.ts';

/** A dataset that several requests bring to what its file says. */
export interface DatasetChange {
  readonly session: Session;
  readonly document: DatasetDocument;
  /** The folder of its file. */
  readonly folder: string;
  readonly uid: string;
  readonly revision: ExpectedRevision;
  readonly connections: ConnectionNames;
}

/** The revision of a dataset, which each request expects as the one before it left it. */
export class ExpectedRevision {
  expected: number;

  constructor(expected: number) {
    this.expected = expected;
  }

  /** Takes the revision that a mutation answers. */
  follow({ dataset }: { readonly dataset: { readonly revision: number } | null }): void {
    this.expected = dataset?.revision ?? this.expected;
  }
}
