import type { RequestContext } from '#api/context.ts';
import type { Platform } from '#api/platform.ts';
import type { DatasourceStream } from '#engine/datasource/datasource.ts';
import type { PlannedFieldStep } from '#engine/field-steps.ts';
import type {
  DatasourceDeclaration,
  DatasourceInputBase,
  DecryptedConnection,
  ParsedConnection,
  SecretCollector,
  StoredDatasource,
  StoredSecrets,
} from '#connections/index.ts';
import type { Definer } from '#identity/index.ts';

/** The context in which a datasource is parsed. */
export interface DatasourceParseContext {
  readonly datasetUid: string;
  /** The stored datasource that the parsed datasource replaces. */
  readonly current: StoredDatasource | null;
  /** Collects the secrets of the input. */
  readonly secrets: SecretCollector;
}

/** A datasource as it is stored. */
export interface ParsedDatasource<Stored extends StoredDatasource> {
  readonly datasource: Stored;
  /** The connection of the datasource, which the caller may still have to store; absent when the kind has no connection. */
  readonly connection?: ParsedConnection;
}

/** The services needed to read datasources. */
export type ReaderServices = Pick<Platform, 'db' | 'storage' | 'datasources' | 'clock' | 'config' | 'secrets'>;

/** What a kind needs to read a datasource, in addition to the datasource. */
export interface ReaderConfiguration {
  /** The decrypted secrets of the resource. */
  readonly secrets: StoredSecrets;
  /** The connection of the datasource; undefined when the kind has no connection, or the connection was deleted. */
  readonly connection: DecryptedConnection | undefined;
  /** The resource whose cache is used; null for a resource that is not saved yet. */
  readonly resourceUid: string | null;
  /** The stored bytes of an uploaded file; null for other kinds, and when the file is deleted. */
  readonly file: { readonly blobKey: string; readonly mimetype: string | null; readonly bytes: number } | null;
  /** The user who saved the datasource; null when that user was deleted. */
  readonly definer: Definer | null;
  /** Whether only some rows are read, for a preview or a guess. */
  readonly isSample: boolean;
}

/** A kind of datasource. Those that need a connection are declared in `connections`; `toDatasourceKind` converts them. */
export interface DatasourceKind<
  Stored extends StoredDatasource,
  Input extends DatasourceInputBase,
> extends DatasourceDeclaration<Stored, Input> {
  /** Whether inputs have a connection. */
  readonly hasConnection: boolean;
  /** Validates an input. Fails INVALID_INPUT when a value is invalid, and PERMISSION_DENIED when the caller may not use its connection. */
  parse(ctx: RequestContext, input: Input, context: DatasourceParseContext): Promise<ParsedDatasource<Stored>>;
  /** The steps for what a stored datasource declares of the fields of its records. Default: none. */
  fieldSteps?(app: Pick<ReaderServices, 'db'>, datasource: Stored): Promise<readonly PlannedFieldStep[]>;
  /** Opens a stored datasource. Fails SOURCE_REFUSED, SOURCE_FAILED, and FILE_MISSING for an uploaded file. */
  openStream(
    app: ReaderServices,
    datasource: Stored,
    configuration: ReaderConfiguration,
    signal: AbortSignal,
  ): Promise<DatasourceStream>;
}
