import type { DatasourceAdapter, DatasourcePorts, Datasources } from './datasource-client.ts';
import { http } from './http/http.ts';
import type { DatasourceKind, DatasourceSettings } from './authentication.ts';

type Adapters = {
  readonly [Kind in DatasourceKind]: () => Promise<DatasourceAdapter<Extract<DatasourceSettings, { type: Kind }>>>;
};

/** Every kind of place that bytes are read from; what is heavy is imported when it is used. */
const adapters: Adapters = {
  http: async () => http,
  ftp: async () => (await import('./ftp/ftp.ts')).createFtp(),
  amazon_s3: async () => (await import('./amazon-s3/amazon-s3.ts')).amazonS3,
  azure_blob_storage: async () => (await import('./azure/azure-blob-storage.ts')).azureBlobStorage,
  sharepoint: async () => (await import('./documents/sharepoint.ts')).sharepoint,
  google_drive: async () => (await import('./documents/google-drive.ts')).googleDrive,
  snowflake_odbc: async () => (await import('./snowflake/snowflake.ts')).snowflake,
  federated: async () => (await import('./federated/federated.ts')).federated,
  jcdecaux: async () => (await import('./mobility/jcdecaux.ts')).jcdecaux,
  gbfs: async () => (await import('./mobility/gbfs.ts')).gbfs,
};

/** Opens sources of every kind through the ports. */
export const createDatasources = (ports: DatasourcePorts): Datasources => ({
  open: async (settings, options) => {
    const adapter: DatasourceAdapter<never> = await adapters[settings.type]();
    // The table gives each type the adapter of its own settings; TypeScript does not follow a union through it.
    return (adapter as DatasourceAdapter<DatasourceSettings>).open(settings, ports, options);
  },
  describe: async (settings, signal) =>
    (await import('./federated/remote-dataset.ts')).remoteDataset(settings, ports, signal),
});
