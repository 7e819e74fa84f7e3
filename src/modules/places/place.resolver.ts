import { Arg, Ctx, Directive, FieldResolver, Float, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { PortalSettings } from '#portal/index.ts';
import { findNearestPlace, findPlaces } from './find-places.ts';
import { Place } from './place.type.ts';

const namesLanguage = { defaultValue: 'en', description: 'The language of the names (ISO 639-1).' };

@Resolver(() => Place)
export class PlaceResolver {
  @Directive('@cost(weight: "10")')
  @Query(() => [Place], {
    nullable: true,
    description:
      'The places with this name or address, the best first, 8 at most. Needs no key. Null, with an error, for a wrong argument (INVALID_INPUT), after too many questions (RATE_LIMIT_EXCEEDED), and where there is no geocoder or it does not answer (GEOCODER_UNAVAILABLE).',
  })
  places(
    @Arg('search', () => String, { description: 'A name or an address, 1 to 200 characters.' }) search: string,
    @Arg('language', () => String, namesLanguage) language: string,
    @Ctx() ctx: RequestContext,
  ) {
    return findPlaces(ctx, search, language);
  }

  @Directive('@cost(weight: "10")')
  @Query(() => Place, {
    nullable: true,
    description:
      'The place next to these degrees; null where none is known. Needs no key. Null, with an error, as `places`.',
  })
  nearestPlace(
    @Arg('lat', () => Float, { description: 'The latitude, -90 to 90 degrees.' }) lat: number,
    @Arg('lon', () => Float, { description: 'The longitude, -180 to 180 degrees.' }) lon: number,
    @Arg('language', () => String, namesLanguage) language: string,
    @Ctx() ctx: RequestContext,
  ) {
    return findNearestPlace(ctx, { lat, lon }, language);
  }
}

@Resolver(() => PortalSettings)
export class PlaceSearchResolver {
  @FieldResolver(() => Boolean, { description: 'Whether `places` finds places: a geocoder is set.' })
  isPlaceSearchEnabled(@Ctx() { app: { geocoder } }: RequestContext) {
    return geocoder !== undefined;
  }
}
