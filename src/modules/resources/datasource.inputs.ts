import { Field, ID, InputType } from 'type-graphql';
import { DatasourceType, HttpAuthType } from './datasource.type.ts';

@InputType({ description: 'A header to be sent to an HTTP source.' })
export class HttpHeaderInput {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Its value. A secret that is null or left out stays as it is stored, while the host does.' })
  value?: string | null;
}

@InputType({ description: 'How an HTTP source is told who asks.' })
export class HttpAuthInput {
  @Field(() => HttpAuthType, { description: 'The kind of authentication.' })
  type!: `${HttpAuthType}`;

  @Field(() => String, { description: 'The user name; without a colon.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'The password. Null or left out it stays as it is stored, while the host does.' })
  password?: string | null;
}

@InputType({ description: 'How an HTTP server is reached.' })
export class HttpConnectionInput {
  @Field(() => String, { description: 'An http or https address, without user name and password.' })
  url!: string;

  @Field(() => [HttpHeaderInput], { nullable: true, description: 'Sent with every request.' })
  headers?: HttpHeaderInput[] | null;

  @Field(() => HttpAuthInput, { nullable: true, description: 'How the server is told who asks.' })
  auth?: HttpAuthInput | null;
}

@InputType({ description: 'Names a file of the dataset.' })
export class ResourceFileReference {
  @Field(() => ID, { description: 'The file\'s uid.' })
  uid!: string;
}

@InputType({ description: 'Where the bytes of a resource are; `type` decides which of the others count.' })
export class DatasourceInput {
  @Field(() => DatasourceType, { description: 'The kind of source.' })
  type!: `${DatasourceType}`;

  @Field(() => ResourceFileReference, { nullable: true, description: 'Of `uploaded_file`: the file.' })
  file?: ResourceFileReference | null;

  @Field(() => HttpConnectionInput, { nullable: true, description: 'Of `http`: how the server is reached.' })
  connection?: HttpConnectionInput | null;

  @Field(() => String, { nullable: true, description: 'Of `http`: which address below the connection\'s. It cannot lead to another host.' })
  relativeUrl?: string | null;

  @Field(() => [HttpHeaderInput], { nullable: true, description: 'Of `http`: sent beside the connection\'s headers.' })
  headers?: HttpHeaderInput[] | null;
}
