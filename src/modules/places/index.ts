import type { CatalogModule } from '#api/catalog-module.ts';
import { PlaceResolver, PlaceSearchResolver } from './place.resolver.ts';

/** Places by their names, where a geocoder is set. */
export const placesModule: CatalogModule = {
  name: 'places',
  entities: [],
  resolvers: [PlaceResolver, PlaceSearchResolver],
  sources: [],
  roots: [],
};
