import { Field, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { ResourceFile } from './resource-file.type.ts';

export enum DatasourceType { http = 'http', uploaded_file = 'uploaded_file' }
registerEnumType(DatasourceType, {
  name: 'DatasourceType',
  description: 'Where the bytes of a resource are.',
  valuesConfig: {
    http: { description: 'On the web, at an http or https address.' },
    uploaded_file: { description: 'In a file that was uploaded to the dataset.' },
  },
});

export enum HttpAuthType { basic_auth = 'basic_auth' }
registerEnumType(HttpAuthType, {
  name: 'HttpAuthType',
  description: 'How an HTTP source is told who asks.',
  valuesConfig: { basic_auth: { description: 'By user name and password (RFC 7617).' } },
});

@ObjectType({ description: 'A header sent to an HTTP source.' })
export class HttpHeader {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its value; null where it is a secret: in `authorization`, `cookie`, and headers with `key` or `token` in the name.',
  })
  value!: string | null;
}

@ObjectType({ description: 'How an HTTP source is told who asks.' })
export class HttpAuth {
  @Field(() => HttpAuthType, { description: 'The kind of authentication.' })
  type!: `${HttpAuthType}`;

  @Field(() => String, { description: 'The user name.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  password!: null;
}

@ObjectType({ description: 'How an HTTP server is reached.' })
export class HttpConnection {
  @Field(() => String, { description: 'The address that relative ones are below of.' })
  url!: string;

  @Field(() => [HttpHeader], { description: 'Sent with every request.' })
  headers!: readonly HttpHeader[];

  @Field(() => HttpAuth, { nullable: true, description: 'How the server is told who asks; null when it need not know.' })
  auth!: HttpAuth | null;
}

@InterfaceType('Datasource', {
  description: 'Where the bytes of a resource are.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class AnyDatasource {
  @Field(() => DatasourceType, { description: 'Decides what else there is.' })
  type!: `${DatasourceType}`;
}

@ObjectType({ implements: AnyDatasource, description: 'Bytes on the web.' })
export class HttpDatasource extends AnyDatasource {
  declare type: 'http';

  @Field(() => HttpConnection, { description: 'How the server is reached.' })
  connection!: HttpConnection;

  @Field(() => String, { description: 'Which address below the connection\'s; empty for that one itself.' })
  relativeUrl!: string;

  @Field(() => [HttpHeader], { description: 'Sent beside the connection\'s headers, and instead of those of the same name.' })
  headers!: readonly HttpHeader[];
}

@ObjectType({ implements: AnyDatasource, description: 'The bytes of a file that was uploaded to the dataset.' })
export class UploadedFileDatasource extends AnyDatasource {
  declare type: 'uploaded_file';

  @Field(() => ResourceFile, { description: 'The file.' })
  file!: { readonly uid: string };
}

/** Where the bytes of a resource are, as it is stored: without secrets. */
export type Datasource = HttpDatasource | UploadedFileDatasource;
