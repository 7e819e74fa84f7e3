import { Field, ID, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import type { ConnectionType } from '../connections/index.ts';

/** The kinds of sources that bytes come from (docs/contract/objects.md, Datasource). */
export type DatasourceType = ConnectionType | 'uploaded_file' | 'federated' | 'ods_form';

/** The same, as the graph's enum. */
export const datasourceTypes: { readonly [Type in DatasourceType]: Type } = {
  http: 'http',
  ftp: 'ftp',
  uploaded_file: 'uploaded_file',
  amazon_s3: 'amazon_s3',
  azure_blob_storage: 'azure_blob_storage',
  sharepoint: 'sharepoint',
  google_drive: 'google_drive',
  federated: 'federated',
  snowflake_odbc: 'snowflake_odbc',
  ods_form: 'ods_form',
};
registerEnumType(datasourceTypes, {
  name: 'DatasourceType',
  description: 'Where the bytes of a resource are.',
  valuesConfig: {
    http: { description: 'On the web, at an http or https address.' },
    ftp: { description: 'On a server of FTP, FTPS or SFTP.' },
    uploaded_file: { description: 'In a file that was uploaded to the dataset.' },
    amazon_s3: { description: 'In a bucket of Amazon S3, or of what speaks its protocol.' },
    azure_blob_storage: { description: 'In a container of Azure Blob Storage.' },
    sharepoint: { description: 'In a file of a document-sharing site.' },
    google_drive: { description: 'In a file of a cloud drive.' },
    federated: { description: 'In a dataset of another catalog.' },
    snowflake_odbc: { description: 'In a cloud warehouse, as the rows of a query.' },
    ods_form: { description: 'In the submissions to a form.' },
  },
});

@InterfaceType('Datasource', {
  description: 'Where the bytes of a resource are.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class AnyDatasource {
  @Field(() => datasourceTypes, { description: 'Decides what else there is.' })
  type!: DatasourceType;
}

@ObjectType({ description: 'Names a connection; the resource leads to it.' })
export class ConnectionReference {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;
}
