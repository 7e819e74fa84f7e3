import type { JsonObject } from '#kernel/json.ts';
import type { Datasource } from './kinds/datasource-kinds.ts';

/** A resource in a version or a run, without secrets. */
export interface CapturedResource {
  readonly uid: string;
  readonly type: string;
  readonly title: string;
  readonly params: JsonObject;
  readonly url: string | null;
  readonly datasource: Datasource | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A file in a version or a run; `blobKey` is the storage key of its bytes. */
export interface CapturedFile {
  readonly uid: string;
  readonly mimetype: string | null;
  readonly blobKey: string;
  readonly bytes: number;
  readonly createdAt: string;
}

/** The resources and files of a dataset, by creation. */
export interface CapturedResources {
  readonly resources: readonly CapturedResource[];
  readonly files: readonly CapturedFile[];
}
