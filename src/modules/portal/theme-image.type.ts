import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, ReceivedFile, Upload } from '#api/types/scalars.ts';

@ObjectType({
  implements: Node,
  description: 'An image of the portal under a name, to which pages refer. Anyone may read its bytes.',
})
export class ThemeImage extends Node {
  @Field(() => String, { description: 'The name of the file, which identifies the image.' })
  name!: string;

  @Field(() => String, { description: 'The path of the image on this server, for the HTML of pages.' })
  path!: string;

  @Field(() => String, { description: 'The address of the image.' })
  url!: string;

  @Field(() => String, { description: 'The media type, by the bytes.' })
  mediaType!: string;

  @Field(() => Int, { nullable: true, description: 'The width in pixels; null for an SVG, or when unknown.' })
  pixelWidth!: number | null;

  @Field(() => Int, { nullable: true, description: 'The height in pixels; null for an SVG, or when unknown.' })
  pixelHeight!: number | null;

  @Field(() => GraphQLSafeInt, { description: 'The size in bytes.' })
  bytes!: number;

  @Field(() => String, {
    description: 'The SHA-256 of the bytes, in hexadecimal, by which `updatePortalSettings` takes the image.',
  })
  sha256!: string;

  @Field(() => DateTime, { description: 'When it was uploaded.' })
  createdAt!: string;
}

@ObjectType({ description: 'A page of a list of images.' })
export class ThemeImageConnection extends ConnectionTypeOf(ThemeImage, 'ThemeImage') {}

@ObjectType({ description: 'An uploaded image.' })
export class ThemeImagePayload {
  @ChangedObject(ThemeImageConnection, 'themeImages', 'The image; null when it was deleted in the meantime.')
  themeImage!: ThemeImage | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted image.' })
export class DeleteThemeImagePayload extends DeletionPayload {
  @Field(() => String, { description: 'The name of the deleted image.' })
  name!: string;
}

@InputType({ description: 'The image to upload.' })
export class UploadThemeImageInput {
  @Field(() => Upload, {
    description: 'A PNG, JPEG, GIF, WebP or SVG of at most 10 MiB. A taken name gets a number before its extension.',
  })
  file!: ReceivedFile;
}

@InputType({ description: 'The image to delete.' })
export class DeleteThemeImageInput {
  @Field(() => String, { description: 'The name of the image.' })
  name!: string;
}
