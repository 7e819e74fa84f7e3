import type { FieldErrors } from '#kernel/fail.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import type { RemoteField } from '#platform/datasources/remote-dataset.ts';
import { checkSettings, type HarvesterSetting, type SettingsOf } from './harvester-settings.ts';
import type { HarvestFiles } from './harvest-files.ts';
import type { HarvestSource } from './harvest-source.ts';

/** The data of a remote dataset: a file, or an answer of an API. */
export interface RemoteResource {
  readonly title: string;
  /** An http, https, ftp, ftps or sftp address without a user name. */
  readonly url: string;
  /** The format with its parameters; null to guess it from the content. */
  readonly extractor: { readonly type: string; readonly params: JsonObject } | null;
  /** The headers of an http request. Values that authenticate are stored as secrets. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  /** The login at a file server or website; stored as a secret. */
  readonly login?: { readonly username: string; readonly password: string };
  /** Changes with the bytes, where the source says so: its date, hash or size. */
  readonly revision?: string;
}

/** A document about a remote dataset. */
export interface RemoteAttachment {
  readonly title: string;
  readonly url: string;
  readonly headers?: RemoteResource['headers'];
  readonly login?: RemoteResource['login'];
}

/** A dataset of the other portal. */
export interface RemoteDataset {
  /** Identifies the dataset at the other portal, always the same: 500 characters at most. */
  readonly id: string;
  readonly title: string;
  /** For previews; HTML is allowed. */
  readonly description: string;
  /** Changes with the dataset; null where the source says nothing: then the content decides. */
  readonly version: string | null;
  /** The identifier to give the dataset here, if it is free. Default: made from the title. */
  readonly datasetId?: string;
  /** The values by template and field, with the names of this catalog. */
  readonly metadata: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly resources: readonly RemoteResource[];
  readonly attachments: readonly RemoteAttachment[];
  /** Labels, types, descriptions and annotations of fields. */
  readonly fields: readonly RemoteField[];
  /** Reads the fields where that takes requests of their own: once, and only for a dataset that has changed. They precede `fields`. */
  readonly loadFields?: () => Promise<readonly RemoteField[]>;
  /** Finds where the records of a resource are, whose address only identifies it then: as `loadFields`, only for a dataset that has changed. Fails SOURCE_FAILED. */
  readonly locate?: (resource: RemoteResource) => Promise<Pick<RemoteResource, 'url' | 'extractor'>>;
}

/** What cannot be read: one dataset, or, where `isIncomplete`, a part of the list, whose datasets must not count as gone. */
export interface RemoteFailure {
  /** The identifier of the dataset, or what is known of it, such as `record 17`. */
  readonly id: string;
  /** A sentence for an editor, without secrets. */
  readonly error: string;
  readonly isIncomplete?: true;
  /** Whether the dataset arrives, and only a part of it does not. */
  readonly isPartial?: true;
}

/** What a kind yields. */
export type RemoteEntry = RemoteDataset | RemoteFailure;

/** What a kind reads with. */
export interface Harvest {
  readonly source: HarvestSource;
  readonly files: HarvestFiles;
  /** Ends the reading. `source` knows it; loops that compute check it. */
  readonly signal: AbortSignal;
  /** Reports how many datasets the source has, as soon as it says so. */
  readonly reportTotal: (count: number) => void;
}

/** A kind of portal. */
export interface HarvesterKind {
  readonly type: string;
  readonly label: string;
  readonly settings: readonly HarvesterSetting[];
  /** Why a run of this kind fails; undefined for a kind that can be read. */
  readonly unavailable?: string;
  /** The checked settings with the errors of each by name; complete when there are none. */
  check(input: JsonObject): { readonly settings: JsonObject; readonly errors: FieldErrors };
  /** The datasets of the portal, as they arrive. `settings` are checked and contain the secrets. Fails SOURCE_FAILED and SOURCE_REFUSED. */
  entries(settings: JsonObject, harvest: Harvest): AsyncIterable<RemoteEntry>;
}

/** A kind whose functions receive typed settings. */
interface HarvesterKindSpec<Settings extends readonly HarvesterSetting[]> {
  readonly type: string;
  readonly label: string;
  readonly settings: Settings;
  readonly unavailable?: string;
  check?(settings: SettingsOf<Settings>): FieldErrors;
  entries(settings: SettingsOf<Settings>, harvest: Harvest): AsyncIterable<RemoteEntry>;
}

/** Defines a kind whose functions receive checked, typed settings. */
export function defineHarvesterKind<const Settings extends readonly HarvesterSetting[]>(
  spec: HarvesterKindSpec<Settings>,
): HarvesterKind {
  const check = (settings: SettingsOf<Settings>): FieldErrors => spec.check?.(settings) ?? {};
  return Object.freeze({
    ...spec,
    check: (input: JsonObject) => checkSettings(spec.settings, input, check),
    entries: (input: JsonObject, harvest: Harvest) =>
      spec.entries(checkSettings(spec.settings, input).settings, harvest),
  });
}
