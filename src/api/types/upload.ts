import type { Readable } from 'node:stream';
import { GraphQLError, GraphQLScalarType } from 'graphql';

/** An uploaded file, complete and within the size limit. It is deleted at the end of the request. */
export class ReceivedFile {
  constructor(
    /** The name that the client gave, unchecked. */
    readonly filename: string,
    /** The media type that the client gave, unchecked. */
    readonly mimetype: string,
    /** Size in bytes. */
    readonly bytes: number,
    /** Reads the file from its beginning; may be called repeatedly. */
    readonly openStream: () => Readable,
  ) {}
}

/** The `Upload` scalar; resolvers receive a ReceivedFile. */
export const Upload = new GraphQLScalarType<ReceivedFile, never>({
  name: 'Upload',
  description: 'A file sent with the request, as a part of a GraphQL multipart request. It can only be a variable.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  parseValue(value) {
    if (value instanceof ReceivedFile) return value;
    throw new GraphQLError('Send the file as a part of a multipart/form-data request and name its variable in "map".');
  },
  parseLiteral(node) {
    throw new GraphQLError('A file cannot be written into the query; send it as a variable.', { nodes: node });
  },
  serialize() {
    throw new GraphQLError('A file cannot be selected; ask for its download address.');
  },
});
