import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A place with a name, as the geocoder of the portal knows it.' })
export class Place {
  @Field(() => String, { description: 'The name or address, 300 characters at most.' })
  name!: string;

  @Field(() => Float, { description: 'The latitude in degrees.' })
  lat!: number;

  @Field(() => Float, { description: 'The longitude in degrees.' })
  lon!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Whose data the place is from, to be shown with it; null where the geocoder does not say.',
  })
  attribution!: string | null;
}
