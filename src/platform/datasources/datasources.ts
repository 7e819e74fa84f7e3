import type { DatasourcePorts, DatasourceResponse, OpenOptions, ReadableDatasource } from './datasource-client.ts';
import type { FederatedSettings } from './federated.ts';
import type { FtpSettings } from './ftp.ts';
import type { FolderListing, ListingOptions } from './list-folder.ts';
import type { RemoteDataset } from './remote-dataset.ts';

/** Reads datasources of every kind. */
export interface Datasources {
  /** Opens a datasource; undefined when it is unchanged since `options.validators`. Fails SOURCE_REFUSED and SOURCE_FAILED. */
  openStream(datasource: ReadableDatasource, options: OpenOptions): Promise<DatasourceResponse | undefined>;
  /** Fetches the metadata and the fields of a dataset from another catalog. Fails as `openStream` does. */
  describeRemote(settings: FederatedSettings, signal: AbortSignal): Promise<RemoteDataset>;
  /** Lists a folder on a file server, as `listFolder` does. Fails as `openStream` does. */
  listFolder(connection: FtpSettings['connection'], options: ListingOptions): Promise<FolderListing>;
}

/** Creates the reader of datasources on the given ports. */
export const createDatasources = (ports: DatasourcePorts): Datasources => ({
  openStream: (datasource, options) => datasource.openStream(ports, options),
  describeRemote: async (settings, signal) =>
    (await import('./remote-dataset.ts')).fetchRemoteDataset(settings, ports, signal),
  listFolder: async (connection, options) => (await import('./list-folder.ts')).listFolder(connection, ports, options),
});
